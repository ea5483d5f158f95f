extension SQLScalarFunction {
  /// The SQL for a function in each dialect.
  package struct Row: Sendable {
    package let sqlite: SQLiteForm
    /// The template for Core Data's tables, if they store other values than the plain layout; `nil`
    /// if the form of SQLite is used there too.
    let coreDataTemplate: SQLTemplate?
    let postgreSQLTemplate: SQLTemplate

    init(
      _ sqlite: SQLiteForm, coreData: SQLTemplate? = nil, postgreSQL: SQLTemplate
    ) {
      self.sqlite = sqlite
      coreDataTemplate = coreData
      postgreSQLTemplate = postgreSQL
    }

    /// The number of arguments of a call.
    package var argumentCount: Int { postgreSQLTemplate.operandCount }
  }

  /// How a function is computed in SQLite.
  package enum SQLiteForm: Sendable {
    /// A function from reals to reals that MomentumSQLite registers under this name.
    case real(String, @Sendable (Double) -> Double)
    /// A function that MomentumSQLite registers under this name and computes in its own way.
    case registered(String)
    /// SQL that needs no registered function: ` strftime('%s', {0})`.
    case template(SQLTemplate)
  }
}

extension SQLScalarFunction.Row {
  /// The name under which MomentumSQLite registers the function; `nil` if SQLite has it.
  package var registeredName: String? {
    switch sqlite {
    case .real(let name, _), .registered(let name): name
    case .template: nil
    }
  }

  var sqliteForm: SQLFunctionForm {
    switch sqlite {
    case .real(let name, _), .registered(let name): .call(name)
    case .template(let template): .template(template)
    }
  }

  var coreDataForm: SQLFunctionForm { coreDataTemplate.map { .template($0) } ?? sqliteForm }

  var postgreSQLForm: SQLFunctionForm { .template(postgreSQLTemplate) }
}
