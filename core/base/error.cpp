#include "base/error.h"

#include <cmath>
#include <cstdint>

namespace holonom {

[[gnu::cold]] std::string toText(double number) {
  if (number == 0 || !std::isfinite(number)) return number == 0 ? "0" : "infinite";
  if (std::abs(number) < 9e15 && number == std::floor(number)) {
    const std::string whole = std::to_string(static_cast<int64_t>(number));
    if (whole.find_last_not_of('0') >= 7) return whole;  // more digits than below: none is rounded
  }
  double size = std::abs(number);
  int exponent = 0;
  for (; size >= 10; size /= 10) ++exponent;
  for (; size < 1; size *= 10) --exponent;
  std::string digits = std::to_string(int(size * 1e6 + 0.5));
  if (digits.size() > 7) ++exponent;  // rounded up to a power of ten
  digits.erase(digits.find_last_not_of('0') + 1);
  const int count = int(digits.size());
  if (exponent < -5 || exponent > 6) {
    if (count > 1) digits.insert(1, 1, '.');
    digits.append("e").append(std::to_string(exponent));
  } else if (exponent < 0) {
    digits.insert(0, "0.").insert(2, size_t(-exponent - 1), '0');
  } else if (count > exponent + 1) {
    digits.insert(exponent + 1, 1, '.');
  } else {
    digits.append(exponent + 1 - count, '0');
  }
  if (number < 0) digits.insert(0, 1, '-');
  return digits;
}

namespace {

/// Items of a list are parted by commas; within quotation marks of the text each has its own.
std::string textOf(const Value& v, bool quoted) {
  if (v.isString()) return v.text;
  if (v.isNumber()) return toText(v.number);
  std::string out;
  for (const Value& item : v.items)
    out += (out.empty() ? "" : quoted ? "' '" : ", ") + textOf(item, quoted);
  return out;
}

}  // namespace

std::string Error::allowed() const {
  std::string out = kRuleTexts[size_t(rule)];
  size_t at = 0;
  for (const Value& v : parameters) {
    while (at < out.size() && (out[at] != '{' || out[at + 1] == ' ')) ++at;
    const std::string text = textOf(v, at > 0 && out[at - 1] == '\'');
    out.replace(at, out.find('}', at) + 1 - at, text);
    at += text.size();
  }
  return out;
}

}  // namespace holonom
