// What permissions allow, in words.
import assert from "node:assert/strict";
import type * as Labels from "../../../../src/trackers/wording/permission-labels.ts";
import { importTexts } from "../../import-texts.ts";

describe("The description of a permission", () => {
  let labels: typeof Labels;

  before(async () => {
    labels = (await importTexts("src/trackers/wording/permission-labels.ts", "en")) as typeof Labels;
  });

  it("is that of Android for its own permissions and for those of known vendors", () => {
    assert.equal(labels.describePermission("android.permission.CAMERA"), "Take pictures and record video");
    assert.notEqual(labels.describePermission("com.google.android.gms.permission.AD_ID"), undefined);
  });

  it("is missing for a name that only ends like one of Android's, which allows nothing", () => {
    for (const name of ["CAMERA", "com.example.CAMERA", "permission.CAMERA"])
      assert.equal(labels.describePermission(name), undefined, name);
  });
});
