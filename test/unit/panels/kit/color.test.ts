// Colors of labels on every theme.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { contrast, labelColors, parseColor, type Color } from "../../../../src/panels/kit/color.ts";

describe("The colors of a label", () => {
  const surfaces: [Color, Color][] = [
    [
      [31, 31, 31],
      [204, 204, 204],
    ],
    [
      [255, 255, 255],
      [59, 59, 59],
    ],
    [
      [18, 19, 20],
      [187, 190, 191],
    ],
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  ];

  it("are readable on every theme, whatever the server's hue", () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const hue = fc.tuple(channel, channel, channel);
    fc.assert(
      fc.property(hue, fc.constantFrom(...surfaces), fc.boolean(), (color, [surface, text], high) => {
        const colors = labelColors(color, surface, text, high);
        assert.ok(contrast(colors.text, colors.background) >= 4.5);
        assert.ok(contrast(colors.edge, surface) >= 3);
        assert.ok(contrast(colors.dot, colors.background) >= 3);
      }),
    );
  });

  it("are parsed in each notation of servers and themes", () => {
    for (const text of ["d73a4a", "#D73A4A", "rgb(215, 58, 74)", "rgba(215 58 74 / 1)"]) {
      assert.deepEqual(parseColor(text), [215, 58, 74]);
    }
    assert.deepEqual(parseColor("#fff"), [255, 255, 255]);
    assert.equal(parseColor("red; background: url(x)"), undefined);
  });
});
