import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// Fetch requests of the model: read as they are, changed as copies.
@Suite struct StoredFetchTests {
  @Test func aStoredRequestIsReadAndNeverChanged() throws {
    let model = try StaffStore.model()
    let stored = try model.fetchRequestTemplate(forName: "freelancers")
    #expect(stored.name == "freelancers")
    #expect(stored.entity == model.model.entity(named: "Employee"))
    #expect(stored.limit == nil)
    #expect(throws: StoredRequestError.immutable(name: "freelancers")) {
      try stored.set(\.limit, to: 5)
    }
    #expect(
      "\(StoredRequestError.immutable(name: "freelancers"))"
        == "fetch request 'freelancers' belongs to the model and cannot be changed; change a copy of it"
    )
  }

  @Test func aCopyIsChangedAndTheStoredOneStays() throws {
    let model = try StaffStore.model()
    let stored = try model.fetchRequestTemplate(forName: "freelancers")
    var copy = stored.copy()
    copy.limit = 5
    copy.resultType = .managedObjectIDs
    #expect(
      model.compile(copy).sql.text
        == "SELECT 0, t0.Z_PK FROM ZEMPLOYEE t0 WHERE  t0.ZKIND = ?  LIMIT 5")
    #expect(stored.limit == nil)
    let again = try model.fetchRequestTemplate(forName: "freelancers")
    #expect(again == stored)
  }

  @Test func variablesOfATemplateGetValues() throws {
    let model = try StaffStore.model()
    let request = try model.fetchRequestFromTemplate(
      withName: "contractsOver",
      substitutionVariables: ["SUM": .text("10.5"), "DEPARTMENT": .value(.string("Design"))])
    #expect(request.predicate?.variables == [])
    let bindings = model.compile(request).sql.bindings.map(\.debugText)
    #expect(bindings == ["10.5", "\"Design\""])
  }

  @Test func missingAndWrongVariablesAreErrors() throws {
    let model = try StaffStore.model()
    let cases: [([String: PredicateArgument], String)] = [
      (["SUM": .text("1")], "no value for '$DEPARTMENT'"),
      (
        ["SUM": .text("much"), "DEPARTMENT": .text("x")], "the value of '$SUM' is no Decimal"
      ),
      (
        ["SUM": .text("1"), "DEPARTMENT": .text("x"), "SUMM": .text("2")],
        "the predicate has no variable '$SUMM'; did you mean '$SUM'?"
      ),
    ]
    for (values, text) in cases {
      do {
        _ = try model.fetchRequestFromTemplate(
          withName: "contractsOver", substitutionVariables: values)
        Issue.record("\(text)")
      } catch {
        #expect("\(error)" == "fetch request 'contractsOver': \(text)")
      }
    }
  }

  @Test func unknownNamesAreErrorsWithANearName() throws {
    let model = try StaffStore.model()
    #expect(throws: StoredRequestError.unknown(name: "manager", near: "managers")) {
      try model.fetchRequestTemplate(forName: "manager")
    }
  }

  @Test func wordsOnTopOfAStoredRequestChangeACopy() throws {
    let model = try StaffStore.model()
    let fetch = try model.compiled(
      RequestInput(
        sortKeys: ["name:desc"], limit: 1, storedRequest: "freelancers",
        propertiesToFetch: ["name"]))
    #expect(
      fetch.sql.text
        == "SELECT t0.ZNAME FROM ZEMPLOYEE t0 WHERE  t0.ZKIND = ? ORDER BY t0.ZNAME DESC LIMIT 1")
    let plain = try model.compiled(RequestInput(storedRequest: "freelancers"))
    #expect(plain.request == (try model.fetchRequestTemplate(forName: "freelancers").copy()))
  }

  @Test func entityAndPredicateOfAStoredRequestAreItsOwn() throws {
    let model = try StaffStore.model()
    for request in [
      RequestInput(entity: "Employee", storedRequest: "freelancers"),
      RequestInput(predicate: "badge == 1", storedRequest: "freelancers"),
    ] {
      var diagnostics = Diagnostics()
      #expect(model.compile(request, &diagnostics) == nil)
      #expect(diagnostics.all.map(\.id) == ["request.immutable"])
    }
  }

  @Test func whatAModelSaysOfARequestIsKept() throws {
    var diagnostics = Diagnostics()
    let text = """
      <model><entity name="A"><attribute name="x" attributeType="String"/></entity>
      <fetchRequest name="all" entity="A" fetchLimit="7" fetchBatchSize="20" includeSubentities="NO"/>
      <fetchRequest name="ids" entity="A" resultType="1" fetchBatchSize="20"/>
      <fetchRequest name="rows" entity="A" resultType="2" returnDistinctResults="YES"/>
      </model>
      """
    let model = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics))
    let all = try model.fetchRequestTemplate(forName: "all")
    #expect(all.limit == 7 && all.batchSize == 20 && !all.includesSubentities)
    let ids = try model.fetchRequestTemplate(forName: "ids")
    #expect(ids.resultType == .managedObjectIDs && ids.batchSize == nil)
    let rows = try model.fetchRequestTemplate(forName: "rows")
    #expect(rows.resultType == .dictionaries && rows.isDistinct)
    #expect(model.compile(rows.copy()).sql.text == "SELECT DISTINCT t0.ZX FROM ZA t0")
    // A limit of 0 takes the stored one away.
    #expect(try model.compiled(RequestInput(limit: 0, storedRequest: "all")).request.limit == nil)
  }
}
