"""Seed A's loop in LangGraph, as its documentation writes such loops: a StateGraph over a typed state whose
lists grow by reducers, checkpointed into SQLite.

The rules are Ruminate's (`crates/ruminate-engine/src/extended.rs`): focus, think; new questions after five
thoughts; a synthesis after eight insights; a digest of eight syntheses. So are the replies, which
`bench-engine replies` writes down for both.
"""

import itertools
import json
import operator
from typing import Annotated, TypedDict

from langgraph.channels import DeltaChannel
from langgraph.graph import START, StateGraph

QUESTIONS_EVERY = 5
INSIGHTS_FOR_SYNTHESIS = 8
SYNTHESES_FOR_DIGEST = 8
MAX_OPEN = 64
SHOWN_THOUGHTS = 20
SHOWN_EXPLORED = 32


class Thought(TypedDict):
    sequence_number: int
    text: str
    type: str
    confidence: float
    question: int | None


class Question(TypedDict):
    id: int
    text: str
    why: str
    priority: int


class Synthesis(TypedDict):
    text: str
    insights: list[str]
    confidence: float
    remaining: list[str]


class Counters(TypedDict):
    original_question: str
    round: int
    focus: int | None
    open: list[int]
    explored: list[int]
    thoughts_since_questions: int
    insights_since_synthesis: int
    syntheses_since_digest: int


class State(Counters):
    """The reducer that the documentation recommends for lists."""

    thoughts: Annotated[list[Thought], operator.add]
    questions: Annotated[list[Question], operator.add]
    syntheses: Annotated[list[Synthesis], operator.add]
    digests: Annotated[list[Synthesis], operator.add]


def extend(state: list, writes: list[list]) -> list:
    return [*state, *itertools.chain.from_iterable(writes)]


class DeltaState(Counters):
    """The beta channel that stores what is new, and everything at every hundredth update."""

    thoughts: Annotated[list[Thought], DeltaChannel(extend)]
    questions: Annotated[list[Question], DeltaChannel(extend)]
    syntheses: Annotated[list[Synthesis], DeltaChannel(extend)]
    digests: Annotated[list[Synthesis], DeltaChannel(extend)]


STATES = {"operator.add": State, "DeltaChannel": DeltaState}
"""LangGraph reads a node's state from its annotation, so the nodes are annotated with the one in use."""


class Model:
    """Says the replies one after the other, whatever it is asked."""

    def __init__(self, replies: dict[str, list[str]]):
        self.replies = {purpose: itertools.cycle(texts) for purpose, texts in replies.items()}
        self.calls = 0

    def complete(self, purpose: str, prompt: str) -> dict:
        assert prompt
        self.calls += 1
        return json.loads(next(self.replies[purpose]))


def build(model: Model, Shape: type) -> StateGraph:
    def context(state: Shape) -> str:
        thoughts = "\n".join(
            f"{t['sequence_number']}. [{t['type']}, {t['confidence']:.2f}] {t['text']}"
            for t in state["thoughts"][-SHOWN_THOUGHTS:]
        )
        understanding = state["syntheses"][-1]["text"] if state["syntheses"] else ""
        return (
            f"Original Question: {state['original_question']}\n\n"
            f"Understanding so far:\n{understanding}\n\nThoughts so far:\n{thoughts}\n\n"
        )

    def listed(state: Shape, ids: list[int]) -> str:
        questions = (state["questions"][id] for id in ids)
        return "\n".join(f"- Q{q['id']} (priority {q['priority']}): {q['text']}" for q in questions)

    def focus(state: Shape) -> dict:
        best = max(state["open"], key=lambda id: state["questions"][id]["priority"], default=None)
        return {"focus": best, "round": state["round"] + 1}

    def think(state: Shape) -> dict:
        focus = state["focus"]
        about = state["original_question"] if focus is None else state["questions"][focus]["text"]
        reply = model.complete("think", f"{context(state)}Task: thoughts.\nCurrent Focus: {about}")
        first = len(state["thoughts"])
        thoughts = [
            Thought(
                sequence_number=first + index,
                text=thought["thought"],
                type=thought["type"],
                confidence=thought["confidence"],
                question=focus,
            )
            for index, thought in enumerate(reply["thoughts"])
        ]
        insights = sum(thought["type"] == "insight" for thought in thoughts)
        return {
            "thoughts": thoughts,
            "open": [id for id in state["open"] if id != focus],
            "explored": (state["explored"] + ([] if focus is None else [focus]))[-SHOWN_EXPLORED:],
            "thoughts_since_questions": state["thoughts_since_questions"] + len(thoughts),
            "insights_since_synthesis": state["insights_since_synthesis"] + insights,
        }

    def ask(state: Shape) -> dict:
        prompt = (
            f"{context(state)}Task: questions.\n\nQuestions already explored:\n"
            f"{listed(state, state['explored'])}\n\nOpen questions:\n{listed(state, state['open'])}"
        )
        reply = model.complete("question", prompt)
        first = len(state["questions"])
        questions = [
            Question(id=first + index, text=q["question"], why=q["why"], priority=q["priority"])
            for index, q in enumerate(reply["questions"])
        ]
        everything = {**dict.fromkeys(state["open"]), **dict.fromkeys(q["id"] for q in questions)}
        known = state["questions"] + questions
        by_priority = sorted(everything, key=lambda id: -known[id]["priority"])
        return {
            "questions": questions,
            "open": by_priority[:MAX_OPEN],
            "thoughts_since_questions": 0,
        }

    def read(reply: dict) -> Synthesis:
        return Synthesis(
            text=reply["synthesis"],
            insights=reply["insights"],
            confidence=reply["confidence"],
            remaining=reply["remaining"],
        )

    def synthesize(state: Shape) -> dict:
        prompt = (
            f"{context(state)}Task: synthesis.\n\nSub-questions explored:\n"
            f"{listed(state, state['explored'])}\n\nStill open:\n{listed(state, state['open'])}"
        )
        return {
            "syntheses": [read(model.complete("synthesis", prompt))],
            "insights_since_synthesis": 0,
            "syntheses_since_digest": state["syntheses_since_digest"] + 1,
        }

    def digest(state: Shape) -> dict:
        part = "\n".join(s["text"] for s in state["syntheses"][-SYNTHESES_FOR_DIGEST:])
        prompt = f"Original Question: {state['original_question']}\n\nTask: digest.\n\n{part}"
        return {
            "digests": [read(model.complete("synthesis", prompt))],
            "syntheses_since_digest": 0,
        }

    # Each condition stands where the stage stands in Ruminate's round.
    def after_think(state: Shape) -> str:
        return "ask" if state["thoughts_since_questions"] >= QUESTIONS_EVERY else after_ask(state)

    def after_ask(state: Shape) -> str:
        if state["syntheses_since_digest"] >= SYNTHESES_FOR_DIGEST:
            return "digest"
        return after_digest(state)

    def after_digest(state: Shape) -> str:
        is_due = state["insights_since_synthesis"] >= INSIGHTS_FOR_SYNTHESIS
        return "synthesize" if is_due else "focus"

    graph = StateGraph(Shape)
    for node in (focus, think, ask, digest, synthesize):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "focus")
    graph.add_edge("focus", "think")
    graph.add_conditional_edges("think", after_think, ["ask", "digest", "synthesize", "focus"])
    graph.add_conditional_edges("ask", after_ask, ["digest", "synthesize", "focus"])
    graph.add_conditional_edges("digest", after_digest, ["synthesize", "focus"])
    graph.add_edge("synthesize", "focus")
    return graph


def start() -> dict:
    return {
        "original_question": "What is the relationship between consciousness and intelligence?",
        "round": 0,
        "focus": None,
        "open": [],
        "explored": [],
        "thoughts_since_questions": 0,
        "insights_since_synthesis": 0,
        "syntheses_since_digest": 0,
        "thoughts": [],
        "questions": [],
        "syntheses": [],
        "digests": [],
    }
