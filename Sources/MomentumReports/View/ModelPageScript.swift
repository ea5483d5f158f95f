/// The script of a model's page: zoom, pan, search and the marks of the chosen entity.
///
/// It reads only the page's own elements and sets only their classes, sizes and texts. Comparisons
/// have no `<`, and the text is a CDATA section behind comments, so that the page is both HTML and
/// well-formed XML.
enum ModelPageScript {
  /// The SHA-256 of `text` for the page's security policy. A browser runs no other script, and not
  /// this one either if a byte of it differs.
  static let hash = "sha256-u/pAM7kvKkWJ22rfbuvqxI33+8Z2M68CY77dVIb24Rw="

  static let text = #"""
    //<![CDATA[
    "use strict";
    (() => {
      const byId = (id) => document.getElementById(id);
      const canvas = byId("canvas");
      const svg = canvas.querySelector("svg");
      const sheet = svg.parentElement;
      const natural = svg.viewBox.baseVal;
      const boxes = Array.from(svg.querySelectorAll("[data-box]"));
      const lines = Array.from(svg.querySelectorAll("[data-edge]"), (line) => ({
        line, ends: line.dataset.edge.split(" ").map(Number),
      }));
      const list = byId("entity-list");
      const links = Array.from(list.querySelectorAll("a"));

      // The browser would show the title beside the pointer everywhere; the label says the same.
      svg.querySelector("title").remove();
      sheet.classList.add("zoomed");
      for (const part of document.querySelectorAll(".tools, .search")) part.hidden = false;

      // Zoom. The picture is transformed and keeps its size: in another size, the browser would lay out
      // each of its texts anew, which takes a tenth of a second for 500 entities. The sheet around it
      // has the size that is scrolled.

      const scaleMax = 4;
      let scale = 1;
      const fitting = () =>
        Math.min(canvas.clientWidth / natural.width, canvas.clientHeight / natural.height);

      // Keeps the point of the diagram that is at (x, y) of the window in its place.
      function zoom(wanted, x, y) {
        const view = canvas.getBoundingClientRect();
        const atX = x ?? view.left + view.width / 2;
        const atY = y ?? view.top + view.height / 2;
        const before = svg.getBoundingClientRect();
        const ratio = Math.min(scaleMax, Math.max(Math.min(0.1, fitting()), wanted)) / scale;
        scale *= ratio;
        sheet.style.width = `${natural.width * scale}px`;
        sheet.style.height = `${natural.height * scale}px`;
        svg.style.transform = `scale(${scale})`;
        const after = svg.getBoundingClientRect();
        canvas.scrollLeft += after.left + (atX - before.left) * ratio - atX;
        canvas.scrollTop += after.top + (atY - before.top) * ratio - atY;
        byId("scale").textContent = `${Math.round(scale * 100)} %`;
      }

      const zooms = {
        in: () => zoom(scale * 1.25),
        out: () => zoom(scale / 1.25),
        fit: () => zoom(Math.min(1, fitting())),
        whole: () => zoom(1),
      };
      for (const button of document.querySelectorAll("[data-zoom]")) {
        button.addEventListener("click", () => zooms[button.dataset.zoom]());
      }
      canvas.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const key = { "+": "in", "=": "in", "-": "out", 0: "fit", 1: "whole" }[event.key];
        if (!key) return;
        event.preventDefault();
        zooms[key]();
      });
      canvas.addEventListener("wheel", (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        zoom(scale * Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
      }, { passive: false });

      // Pan by the mouse. Fingers, wheels and arrow keys scroll the canvas without help.

      let drag = null;
      let hasMoved = false;
      canvas.addEventListener("pointerdown", (event) => {
        hasMoved = false;
        const isOnBar = event.target === canvas
          && (event.offsetX >= canvas.clientWidth || event.offsetY >= canvas.clientHeight);
        if (event.pointerType !== "mouse" || event.button !== 0 || isOnBar) return;
        drag = {
          x: event.clientX, y: event.clientY, left: canvas.scrollLeft, top: canvas.scrollTop,
        };
      });
      canvas.addEventListener("pointermove", (event) => {
        if (!drag) return;
        const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
        if (!hasMoved) {
          // A hand that clicks trembles.
          if (4 > Math.hypot(x, y)) return;
          hasMoved = true;
          canvas.setPointerCapture(event.pointerId);
          canvas.classList.add("dragged");
        }
        canvas.scrollTo(drag.left - x, drag.top - y);
      });
      for (const end of ["pointerup", "pointercancel"]) {
        canvas.addEventListener(end, () => {
          drag = null;
          canvas.classList.remove("dragged");
        });
      }

      // The chosen entity

      let marked = [];
      function mark(element, name) {
        element.classList.add(name);
        marked.push(element);
      }

      function showBox(box) {
        if (0.6 > scale) zoom(0.75);
        const frame = box.getBoundingClientRect();
        const view = canvas.getBoundingClientRect();
        const isVisible = frame.left >= view.left && frame.top >= view.top
          && view.right >= frame.right && view.bottom >= frame.bottom;
        if (isVisible) return;
        canvas.scrollBy(
          frame.left + frame.width / 2 - view.left - view.width / 2,
          frame.top + frame.height / 2 - view.top - view.height / 2);
      }

      // Scrolls the list alone: scrollIntoView would also scroll the page away from the section.
      function showLink(link) {
        const frame = link.getBoundingClientRect();
        const view = list.getBoundingClientRect();
        if (view.top > frame.top) list.scrollTop += frame.top - view.top;
        if (frame.bottom > view.bottom) list.scrollTop += frame.bottom - view.bottom;
      }

      function choose() {
        const index = Number((/^#e(\d+)$/.exec(location.hash) ?? [])[1] ?? -1);
        for (const element of marked) element.classList.remove("chosen", "linked");
        marked = [];
        list.querySelector("[aria-current]")?.removeAttribute("aria-current");
        const box = boxes[index];
        if (!box) return;
        mark(box, "chosen");
        for (const { line, ends } of lines) {
          if (!ends.includes(index)) continue;
          mark(line, "linked");
          for (const end of ends) if (end !== index) mark(boxes[end], "linked");
        }
        links[index].setAttribute("aria-current", "true");
        showLink(links[index]);
        showBox(box);
      }

      addEventListener("hashchange", choose);
      // A second click on the same link changes no fragment.
      list.addEventListener("click", () => requestAnimationFrame(choose));
      canvas.addEventListener("click", (event) => {
        const box = event.target.closest("[data-box]");
        if (box && !hasMoved) location.hash = `e${box.dataset.box}`;
      });

      // Search

      const search = byId("search");
      let names = null;
      const namesOf = (link, index) => [
        link.textContent,
        ...Array.from(byId(`e${index}`).querySelectorAll("tbody th"), (cell) => cell.textContent),
      ].map((name) => ({ name, lower: name.toLowerCase() }));

      function find() {
        names ??= links.map(namesOf);
        const text = search.value.trim().toLowerCase();
        let count = 0;
        links.forEach((link, index) => {
          const hits = names[index].filter((one) => one.lower.includes(text));
          const isFound = hits.length > 0;
          const item = link.parentElement;
          item.hidden = !isFound;
          item.querySelector(".hit")?.remove();
          if (text && isFound && hits[0] !== names[index][0]) {
            const hit = document.createElement("span");
            hit.className = "hit";
            hit.textContent = hits.map((one) => one.name).slice(0, 3).join(", ");
            item.append(hit);
          }
          boxes[index].classList.toggle("found", isFound && text !== "");
          if (isFound) count += 1;
        });
        byId("found").textContent = text ? `${count} of ${links.length} found` : "";
      }

      const shown = () => links.filter((link) => !link.parentElement.hidden);
      search.addEventListener("input", find);
      search.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && search.value !== "") {
          event.preventDefault();
          search.value = "";
          find();
        } else if (event.key === "Enter") {
          shown()[0]?.click();
        } else if (event.key === "ArrowDown") {
          event.preventDefault();
          shown()[0]?.focus();
        }
      });
      list.addEventListener("keydown", (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const all = shown();
        const next = all.indexOf(document.activeElement) + step;
        (0 > next ? search : all[Math.min(next, all.length - 1)]).focus();
      });

      zoom(Math.min(1, Math.max(0.5, fitting())));
      canvas.scrollTo(0, 0);
      choose();
    })();
    //]]>
    """#
}
