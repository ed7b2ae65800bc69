"""Measures the sample with pandas: what the crate says has to be the same. Arguments: SP500.csv, stocks.csv."""

import json
import math
import sys

import pandas as pd

PERIODS = {"1d": 252, "1mo": 12, "1wk": 52}


def measures(closes, interval):
    returns = closes.pct_change().dropna()
    total = closes.iloc[-1] / closes.iloc[0] - 1
    years = (closes.index[-1] - closes.index[0]).days / 365.25
    falls = closes / closes.cummax() - 1
    trough = falls.idxmin()
    peak = closes[:trough].idxmax()
    back = closes[trough:][closes[trough:] >= closes[peak]]
    day = lambda time: time.strftime("%Y-%m-%d")
    return {
        "points": len(closes),
        "last close": closes.iloc[-1],
        "total return": total,
        "annualized return": (1 + total) ** (1 / years) - 1,
        "volatility": returns.std() * math.sqrt(PERIODS[interval]),
        "max drawdown": falls.min(),
        "drawdown from": day(peak),
        "drawdown to": day(trough),
        "recovered": day(back.index[0]) if len(back) else None,
        "best": returns.max(),
        "best on": day(returns.idxmax()),
        "worst": returns.min(),
        "worst on": day(returns.idxmin()),
        "SMA 5": closes.rolling(5).mean().iloc[-1],
        "SMA 50": closes.rolling(50).mean().iloc[-1],
        "EMA 12": closes.ewm(span=12, adjust=False).mean().iloc[-1],
        "EMA 50": closes.ewm(span=50, adjust=False).mean().iloc[-1],
        "all of SMA 20": closes.rolling(20).mean().dropna().tolist(),
        "all of EMA 20": closes.ewm(span=20, adjust=False).mean().tolist(),
    }


index = pd.read_csv(sys.argv[1], parse_dates=["date"], index_col="date")
stocks = pd.read_csv(sys.argv[2])
stocks["date"] = pd.to_datetime(stocks["date"], format="%b %d %Y")
wide = stocks.pivot(index="date", columns="symbol", values="price")

told = {"SP500 1d": measures(index["close"], "1d")}
weeks = index["close"].resample("W-SUN", label="left").last()
weeks.index += pd.Timedelta(days=1)
told["SP500 1wk"] = measures(weeks, "1wk")
for symbol in wide.columns:
    told[f"{symbol} 1mo"] = measures(wide[symbol].dropna(), "1mo")
pairs = {}
for one in wide.columns:
    for other in wide.columns:
        both = wide[[one, other]].dropna() if one != other else wide[[one]].dropna()
        returns = both.pct_change().dropna()
        pairs[f"{one} {other}"] = returns.corr().iloc[0, -1]
told["correlations"] = pairs
print(json.dumps(told, allow_nan=False))
