// The comparison of the sandbox's responses with recorded ones.
import assert from "node:assert/strict";
import { shapeDifferences } from "../../services/real/compare.js";
import { differences, unlisted } from "../../services/real/replay.js";

describe("The comparison of shapes", () => {
  it("finds no difference if keys and types are alike, whatever the values", () => {
    assert.deepEqual(
      shapeDifferences(
        { a: [{ b: 1, c: null }] },
        {
          a: [
            { b: 7, c: null },
            { b: 9, c: null },
          ],
        },
      ),
      [],
    );
  });

  it("reports the path of another type, a missing key and a new key", () => {
    assert.deepEqual(shapeDifferences({ a: { b: 1 }, c: "x" }, { a: { b: "1" }, d: true }), [
      "a.b: recorded number, here string",
      "c: recorded, absent here",
      "d: never recorded, here it is",
    ]);
  });

  it("merges the elements of an array, in any order and number", () => {
    const recorded = [{ size: 1 }, { size: null }];
    assert.deepEqual(shapeDifferences(recorded, [{ size: null }, { size: 3 }, { size: 4 }]), []);
    assert.deepEqual(shapeDifferences(recorded, [{ size: 3 }]), ["[].size: recorded null or number, here number"]);
  });

  it("reports a key that is in all elements on one side, but only in some on the other", () => {
    assert.deepEqual(shapeDifferences([{ a: 1 }, {}], [{ a: 1 }]), ["[].a: recorded sometimes, here always"]);
  });

  it("finds no difference in an array without elements", () => {
    assert.deepEqual(shapeDifferences({ list: [] }, { list: [{ a: 1 }] }), []);
  });

  it("accepts null instead of a value only if that is allowed", () => {
    assert.deepEqual(shapeDifferences({ a: null }, { a: 1 }), ["a: recorded null, here number"]);
    assert.deepEqual(shapeDifferences({ a: null }, { a: 1 }, ["a"]), []);
    assert.deepEqual(shapeDifferences({ a: "x" }, { a: 1 }, ["a"]), ["a: recorded string, here number"]);
  });

  it("compares an object with numeric keys like a list", () => {
    assert.deepEqual(shapeDifferences({ 1: { n: "a" } }, { 7: { n: "b" }, 8: { n: 1 } }), [
      "[].n: recorded string, here number or string",
    ]);
  });

  it("compares error messages and the values of headers exactly", () => {
    const headers = { "content-type": "application/json", vary: "Accept" };
    const recorded = { status: 404, headers, body: '{"message":"Not found"}' };
    assert.deepEqual(differences(recorded, recorded), []);
    assert.deepEqual(
      differences(recorded, {
        status: 404,
        headers: { ...headers, vary: "*", allow: "GET" },
        body: '{"message":"Gone"}',
      }),
      [
        "header allow: recorded none, here GET",
        "header vary: recorded Accept, here *",
        'the body: recorded {"message":"Not found"}, here {"message":"Gone"}',
      ],
    );
  });

  it("reports differences that are not listed, and listed ones that no longer exist", () => {
    const known = { request: "GET /", differs: "a", because: "so" };
    const gone = { request: "GET /", differs: "b", because: "so" };
    const fresh = { request: "GET /", differs: "c" };
    assert.deepEqual(unlisted([{ request: "GET /", differs: "a" }, fresh], [known, gone]), {
      unexpected: [fresh],
      stale: [gone],
    });
  });
});
