// Sets up a server and a machine for each test, with helpers for what users do with issues.
import type { PersonalityName } from "../../services/issues/index.js";
import type { IssueForm } from "../../../src/issues/model/issue-text.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import type { Outcome } from "../../../src/issues/writing/drafts/outcome.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import type { Writing } from "../../../src/issues/writing/writing.ts";
import { keepIssue } from "./written-texts.ts";
import { DEMO, startForge, type Forge } from "./service.ts";
import { machine, type Machine } from "./machine.ts";

export function issueTests(personality: PersonalityName) {
  let forge: Forge;
  let here: Machine;
  before(async () => {
    forge = await startForge(personality);
  });
  beforeEach(async () => {
    forge.reset();
    here = await machine();
  });
  afterEach(() => here.close());
  after(() => forge.close());

  const demo = (name = "demo") => ({ base: forge.base, owner: "alice", name });
  const thread = (number: bigint) => ({ ...demo(), number });
  const as = async (login: string) => {
    const window = here.open(forge.base);
    await window.signOut();
    await window.signIn(login);
    const { changes, choices, writing } = window.services;
    return {
      changes,
      choices: (address: ReturnType<typeof demo>) => choices.read(address),
      writing,
      drafts: writing.drafts,
    };
  };
  const issues = async (words: string) => {
    const { values } = await forge.api("alice").issues(DEMO, { state: "all", page: 1, limit: 50 });
    return values.filter(({ title }) => title.includes(words));
  };
  const issue = (number: bigint) => forge.api("alice").issue(DEMO, number);
  const fresh = ({ drafts }: Pick<Writing, "drafts">, form: Partial<IssueForm>, name = "demo"): Promise<Place> =>
    keepIssue(drafts, demo(name), form);
  const opened = async (
    { drafts }: Pick<Writing, "drafts">,
    number: bigint,
    title: string,
    body: string,
  ): Promise<Place> => {
    const now = await issue(number);
    const place = places.issueText({ ...demo(), number });
    await drafts.begin(place, { opened: { title: now.title, body: now.body, version: now.version } });
    await drafts.save(place, writeDocument(place.kind, { title, body }));
    return place;
  };
  const onDisk = () => here.records("typed");
  const why = async (sending: Promise<Outcome>) => {
    const outcome = await sending;
    return outcome.sent ? "sent" : outcome.why;
  };
  const writes = () => forge.asked().filter((line) => !line.startsWith("GET"));

  return {
    get forge() {
      return forge;
    },
    get here() {
      return here;
    },
    demo,
    thread,
    as,
    issues,
    issue,
    fresh,
    opened,
    onDisk,
    why,
    writes,
  };
}
