"""Talks to a server with OpenAI's own client, and prints what it heard as JSON.

ask_openai.py BASE_URL KEY
"""

import json
import sys

import openai

base_url, key = sys.argv[1:]
client = openai.OpenAI(base_url=base_url, api_key=key, timeout=30)
messages = [
    {"role": "system", "content": "Speak like a pilot."},
    {"role": "user", "content": "Is a map a theory?"},
]
heard = {}

heard["models"] = [model.id for model in client.models.list()]
heard["model"] = client.models.retrieve("ruminate-deep").id

whole = client.chat.completions.create(model="ruminate-fast", messages=messages, temperature=0)
heard["content"] = whole.choices[0].message.content
heard["finish_reason"] = whole.choices[0].finish_reason
heard["usage"] = whole.usage.total_tokens

stream = client.chat.completions.create(
    model="ruminate-fast",
    messages=messages,
    temperature=0,
    stream=True,
    stream_options={"include_usage": True},
)
heard["streamed"] = ""
heard["chunks"] = 0
for chunk in stream:
    heard["chunks"] += 1
    if chunk.choices:
        heard["streamed"] += chunk.choices[0].delta.content or ""
    if chunk.usage:
        heard["streamed_usage"] = chunk.usage.total_tokens

extended = client.chat.completions.create(
    model="ruminate-extended", messages=messages, extra_body={"ruminate": {"max_calls": 4}}
)
heard["reasoning"] = extended.choices[0].message.reasoning_content


def error_of(ask):
    try:
        ask()
    except openai.APIStatusError as error:
        return {
            "class": type(error).__name__,
            "status": error.status_code,
            "code": error.code,
            "param": error.param,
            "message": error.message,
        }
    return None


def ask(client=client, **changed):
    return client.chat.completions.create(
        **{"model": "ruminate-fast", "messages": messages, **changed}
    )


heard["bad_model"] = error_of(lambda: ask(model="gpt-5"))
heard["bad_parameter"] = error_of(lambda: ask(n=2))
stranger = openai.OpenAI(base_url=base_url, api_key="rmk_nobody_nothing", timeout=30)
heard["bad_key"] = error_of(lambda: ask(stranger))
print(json.dumps(heard))
