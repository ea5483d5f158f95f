/// The horizontal positions of columns and channels.
struct HorizontalPlacement {
  private(set) var columnLefts: [Int] = []
  private(set) var columnWidths: [Int] = []
  private(set) var width = 0
  /// The x-coordinate of the first track in each channel.
  private var firstTracks: [Int] = []

  init(
    _ graph: LayoutGraph, _ order: ColumnOrder, _ placement: VerticalPlacement, _ plan: ChannelPlan
  ) {
    columnWidths = order.columns.map { column in
      column.map { item in
        switch order.items[item].kind {
        case .box(let node): graph.nodes[node].width
        case .passage: 0
        }
      }.max() ?? 0
    }
    var left = Array(repeating: 0, count: columnWidths.count)
    var right = left
    for port in placement.ports.all {
      let column = order.items[port.node].column
      let room = port.room - (columnWidths[column] - graph.nodes[port.node].width) / 2
      switch port.side {
      case .left: left[column] = max(left[column], room)
      case .right: right[column] = max(right[column], room)
      }
    }
    for column in columnWidths.indices {
      addChannel(plan.channels[column].trackCount, isOuter: column == 0)
      width += left[column]
      columnLefts.append(width)
      width += columnWidths[column] + right[column]
    }
    addChannel(plan.channels[columnWidths.count].trackCount, isOuter: true)
  }

  private mutating func addChannel(_ trackCount: Int, isOuter: Bool) {
    firstTracks.append(width + Spacing.channelInset)
    guard !isOuter || trackCount > 0 else { return }
    width += 2 * Spacing.channelInset + max(0, trackCount - 1) * Spacing.tracks
  }

  func trackX(channel: Int, track: Int) -> Int { firstTracks[channel] + track * Spacing.tracks }
}
