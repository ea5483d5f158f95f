/// The nets of all channels, and the path of each link through them.
struct ChannelPlan {
  /// One channel on a link's way, from left to right.
  struct Step {
    var channel: Int
    var net: Int
    var leftY: Int
    var rightY: Int
    /// The track of the vertical line; `nil` if the link goes straight through this channel.
    var track: Int?
  }

  /// The channels. Channel `n` is to the left of column `n`; a further one is to the right of the
  /// last column.
  private(set) var channels: [Channel]
  /// The steps of each link, by its index.
  private(set) var steps: [[Step]]

  private var nets: [[Channel.Net]]
  /// The index in `nets` of the net that all links at a port to sub-entities share, by the port's
  /// number.
  private var netOfPort: [Int: Int] = [:]

  init(
    _ graph: LayoutGraph, _ order: ColumnOrder, _ placement: VerticalPlacement,
    _ columnOfNode: [Int]
  ) {
    nets = Array(repeating: [], count: order.columns.count + 1)
    steps = Array(repeating: [], count: graph.links.count)
    channels = []
    for (index, link) in graph.links.enumerated() {
      let port = placement.ports.startPorts[index]
      if placement.chains[index].isEmpty {
        let side = placement.ports.all[port].side
        let channel = columnOfNode[link.start] + (side == .right ? 1 : 0)
        let ends = [
          placement.y(ofPort: port), placement.y(ofPort: placement.ports.finishPorts[index]),
        ]
        let net = side == .right ? Channel.Net(lefts: ends) : Channel.Net(rights: ends)
        add(index, channel, net, sharing: link.isInheritance ? port : nil)
      } else {
        addChain(index, link, order, placement, columnOfNode)
      }
    }
    channels = nets.map { Channel($0) }
    for link in steps.indices {
      for place in steps[link].indices {
        let step = steps[link][place]
        steps[link][place].track = channels[step.channel].tracks[step.net]
      }
    }
  }

  private mutating func addChain(
    _ index: Int, _ link: LayoutGraph.Link, _ order: ColumnOrder, _ placement: VerticalPlacement,
    _ columnOfNode: [Int]
  ) {
    let chain = placement.chains[index]
    for (left, right) in zip(chain, chain.dropFirst()) {
      let net = Channel.Net(
        lefts: [placement.y(of: left, link: index)], rights: [placement.y(of: right, link: index)])
      let isAtParent = left == link.start || right == link.start
      add(
        index, order.items[right].column, net,
        sharing: link.isInheritance && isAtParent ? placement.ports.startPorts[index] : nil)
    }
  }

  private mutating func add(
    _ link: Int, _ channel: Int, _ net: Channel.Net, sharing port: Int?
  ) {
    var place = nets[channel].count
    if let port, let shared = netOfPort[port] {
      nets[channel][shared].lefts += net.lefts
      nets[channel][shared].rights += net.rights
      place = shared
    } else {
      nets[channel].append(net)
      if let port { netOfPort[port] = place }
    }
    steps[link].append(
      Step(
        channel: channel, net: place, leftY: net.lefts.first ?? 0, rightY: net.rights.first ?? 0))
  }
}
