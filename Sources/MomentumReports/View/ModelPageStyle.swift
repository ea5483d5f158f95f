/// The style sheet of a model's page, which follows that of the history page.
///
/// On a wide screen the list, the diagram and the details are side by side, and each scrolls alone;
/// on a narrow one and on paper they follow each other. Colours of text have a contrast of at least
/// 4.5 to their background in both schemes (WCAG 2.1, 1.4.3), borders of controls 3 (1.4.11).
enum ModelPageStyle {
  static let text = parts + "\n" + media

  private static let parts = """
    [hidden] { display: none !important; }
    .view { display: grid; height: 100vh; height: 100dvh; overflow: hidden;
      grid-template: "head head" auto "index main" minmax(0, 1fr) / minmax(13rem, 17rem) minmax(0, 1fr); }
    .view > header { grid-area: head; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem;
      max-width: none; margin: 0; padding: .625rem 1.25rem; border-bottom: 1px solid var(--edge); }
    .view h1 { font-size: 1.375rem; }
    .view h2 { font-size: 1.25rem; margin-top: 2rem; }
    .view header .facts { margin: 0; font-size: .875rem; overflow-wrap: anywhere; }
    .view > main { grid-area: main; display: grid; min-height: 0; max-width: none; margin: 0; padding: 0;
      grid-template-columns: minmax(0, 1fr) clamp(24rem, 40%, 48rem); }
    .quiet { color: var(--quiet); font-size: .875rem; }
    .tag { color: var(--quiet); font-size: .75rem; font-weight: 400; border: 1px solid var(--edge);
      border-radius: 1em; padding: 0 .5em; white-space: nowrap; }

    .index { grid-area: index; display: flex; flex-direction: column; min-height: 0; padding: .75rem 0 0;
      border-right: 1px solid var(--edge); font-size: .875rem; }
    .index ul { list-style: none; margin: 0; padding: 0; }
    .index h2 { font-size: .875rem; margin: .75rem 1rem .25rem; color: var(--quiet); font-weight: 600; }
    .sections li { padding: .0625rem 1rem; }
    .search { padding: .5rem 1rem 0; }
    .search label { display: block; color: var(--quiet); font-size: .8125rem; }
    .search input { width: 100%; font: inherit; padding: .25rem .5rem; color: var(--ink); background: var(--ground);
      border: 1px solid var(--control); border-radius: 6px; }
    .search p { margin: 0; min-height: 1.5em; color: var(--quiet); font-size: .8125rem; }
    .entities { overflow-y: auto; flex: 1; padding-bottom: 1rem !important; }
    .entities li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .5rem; padding-right: 1rem; }
    .entities a { flex: 1; min-width: 0; padding: .125rem .5rem .125rem 1rem; text-decoration: none; overflow-wrap: anywhere;
      border-left: 3px solid transparent; color: var(--ink); }
    .entities a:hover { text-decoration: underline; }
    .entities a:focus-visible { outline-offset: -2px; }
    .entities a[aria-current] { border-left-color: var(--link); background: var(--soft); font-weight: 600; }
    .count { color: var(--quiet); font-size: .75rem; font-variant-numeric: tabular-nums; }
    .hit { flex-basis: 100%; padding-left: 1.25rem; color: var(--quiet); font-size: .75rem; overflow-wrap: anywhere; }

    .picture { position: relative; display: grid; min-height: 0; min-width: 0; }
    .canvas { overflow: auto; min-height: 0; display: grid; place-content: safe center; cursor: grab;
      touch-action: manipulation; user-select: none; }
    .canvas:focus-visible { outline-offset: -3px; }
    .canvas.dragged { cursor: grabbing; }
    .canvas svg { display: block; }
    .zoomed { position: relative; }
    .zoomed svg { position: absolute; transform-origin: 0 0; }
    .tools { position: absolute; z-index: 1; left: .75rem; bottom: 1.25rem; display: flex; align-items: center; gap: .125rem;
      padding: .125rem; background: var(--ground); border: 1px solid var(--edge); border-radius: 8px; }
    .tools button { font: inherit; font-size: .875rem; min-width: 2rem; min-height: 2rem; padding: 0 .5rem; color: var(--ink);
      background: none; border: 0; border-radius: 6px; cursor: pointer; }
    .tools button:hover { background: var(--soft); }
    .tools output { min-width: 3.5rem; text-align: center; font-size: .8125rem; color: var(--quiet); }
    .momentum-diagram text { text-rendering: geometricPrecision; }
    .momentum-diagram [data-box] { cursor: pointer; }
    .momentum-diagram .found .head { fill: var(--found); }
    .momentum-diagram .edge.linked { stroke: var(--link); stroke-width: 2; }
    .momentum-diagram .linked .box { stroke: var(--link); }
    .momentum-diagram .chosen .box { stroke: var(--link); stroke-width: 3; }

    .index, .details { position: relative; }
    .details { overflow-y: auto; scroll-padding-top: .75rem; min-width: 0; padding: 0 1.25rem 4rem; border-left: 1px solid var(--edge); }
    .details > section:first-child > h2 { margin-top: 1rem; }
    .details article { max-width: none; }
    .thing { content-visibility: auto; contain-intrinsic-size: auto 22rem; }
    .thing:focus-visible { outline-offset: -2px; }
    .thing:target { box-shadow: inset 3px 0 0 var(--link); padding-left: .75rem;
      margin-left: -.75rem; }
    .thing:target > h3 { background: none; }
    .thing h4 { margin: .75rem 0 .25rem; font-size: .875rem; color: var(--quiet); }
    .thing ul { margin: 0; padding-left: 1.25rem; }
    .thing li, .pairs dd { overflow-wrap: anywhere; }
    .thing p { margin: .25rem 0; overflow-wrap: anywhere; }
    .pairs { margin: .375rem 0 0; font-size: .875rem; }
    .pairs div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .75rem; }
    .pairs dt { color: var(--quiet); overflow-wrap: anywhere; }
    .pairs dd { margin: 0; }
    .hash { font-size: .75rem; }
    .grid { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: .8125rem; }
    .grid th, .grid td { text-align: left; vertical-align: top; padding: .1875rem .5rem .1875rem 0; overflow-wrap: anywhere; }
    .grid thead th { color: var(--quiet); font-weight: 500; border-bottom: 1px solid var(--edge); }
    .grid tbody th { font-weight: 600; }
    .grid tbody tr + tr > * { border-top: 1px solid var(--soft); }
    .attributes th:first-child, .relationships th:first-child { width: 27%; }
    .attributes th:nth-child(2), .relationships th:nth-child(2) { width: 20%; }
    .attributes th:nth-child(3) { width: 15%; }
    .attributes th:nth-child(4), .relationships th:nth-child(4) { width: 16%; }
    .tables td:nth-child(n + 3), .tables th:nth-child(n + 3) { text-align: right; width: 18%; font-variant-numeric: tabular-nums; }
    .thing pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--raised); border-radius: 6px;
      white-space: pre-wrap; overflow-wrap: anywhere; }
    .plan { list-style: none; padding: 0 !important; }
    .depth1 { padding-left: 1rem; } .depth2 { padding-left: 2rem; } .depth3 { padding-left: 3rem; }
    .depth4 { padding-left: 4rem; } .depth5 { padding-left: 5rem; } .depth6 { padding-left: 6rem; }
    """

  private static let media = """
    :root { --control: #7d8590; --found: #fff3b0; }
    @media (prefers-color-scheme: dark) { :root { --control: #848d97; --found: #4d430d; } }
    @media (max-width: 70rem) {
      .view { display: block; height: auto; overflow: visible; }
      .view > main { display: block; }
      .index { border-right: 0; border-bottom: 1px solid var(--edge); }
      .entities { max-height: 14rem; }
      .canvas { height: 60vh; border-bottom: 1px solid var(--edge); }
      .details { overflow: visible; border-left: 0; padding-left: 1rem; padding-right: 1rem; }
    }
    @page { margin: 1.5cm; }
    @media print {
      .view { display: block; height: auto; overflow: visible; }
      .view > main { display: block; }
      .index, .tools { display: none !important; }
      .canvas, .details { display: block; overflow: visible; height: auto; border: 0; padding: 0; }
      .zoomed { width: auto !important; height: auto !important; }
      .canvas svg { position: static; transform: none !important; width: 100% !important; height: auto !important; max-height: 24cm; }
      .thing { content-visibility: visible; break-inside: avoid-page; }
      .grid thead { display: table-header-group; }
      h4 { break-after: avoid; }
    }
    """
}
