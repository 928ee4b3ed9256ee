#include "world/describe.h"

namespace holonom {

namespace {

/// Insertions, deletions and replacements between two words.
size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

Error notListed(Error error, const std::string& word, const std::vector<std::string>& names,
                Rule guessed) {
  const std::string guess = nearest(word, names);
  error.parameters = {listOf(names)};
  if (guess.empty()) return error;
  error.rule = guessed;
  error.parameters.push_back(guess);
  return error;
}

std::string nearest(const std::string& word, const std::vector<std::string>& names) {
  std::string best;
  size_t least = std::max<size_t>(2, word.size() / 3) + 1;
  if (word.size() > 64) return best;
  for (const std::string& name : names) {
    const size_t d = editDistance(word, name);
    if (d < least) least = d, best = name;
  }
  return best;
}

std::string joinPath(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

Error unknownField(const std::string& path, const std::string& key,
                   const std::vector<std::string>& names) {
  return notListed({ErrorCode::UnknownField, joinPath(path, key), key, Rule::OneOf}, key, names,
                   Rule::OneOfGuess);
}

Error typeError(const std::string& path, const Value& value, Rule rule,
                std::vector<Value> parameters) {
  return {ErrorCode::Type, path, value, rule, std::move(parameters)};
}

Status readNumbers(const Value& v, double* out, int n, const std::string& path, Rule rule) {
  static constexpr const char* kAxes[] = {"x", "y", "z", "w"};
  if (v.isObject()) {
    for (int i = 0; i < n; ++i) {
      const Value* axis = v.find(kAxes[i]);
      if (!axis || !axis->isNumber()) return typeError(path, v, rule);
      out[i] = axis->number;
    }
    return {};
  }
  if (!v.isArray() || v.size() != static_cast<size_t>(n)) return typeError(path, v, rule);
  for (int i = 0; i < n; ++i) {
    if (v.kind == Value::Kind::Numbers) {
      out[i] = v.numbers[i];
    } else if (v.items[i].isNumber()) {
      out[i] = v.items[i].number;
    } else {
      return typeError(path + "[" + std::to_string(i) + "]", v.items[i], Rule::Number);
    }
  }
  return {};
}

Status readHandle(const Value& value, uint32_t& bits, const std::string& path,
                  const std::vector<uint32_t>* list) {
  if (!value.isNumber()) return typeError(path, value, list ? Rule::FileIndex : Rule::LiveObject);
  if (!isIndex(value.number)) return indexError(value.number, path);
  const auto number = static_cast<uint32_t>(value.number);
  if (list && number >= list->size())
    return Error{ErrorCode::Range, path, value, Rule::ListIndex, {double(list->size())}};
  bits = list ? (*list)[number] : number;
  return {};
}

Value writeHandle(uint32_t bits, const std::vector<uint32_t>* list) {
  return double(list ? std::find(list->begin(), list->end(), bits) - list->begin() : bits);
}

Status readAxes(const Value& v, Axes& out, const std::string& path) {
  bool* const axes[] = {&out.x, &out.y, &out.z};
  if (!v.isArray() || v.items.size() != 3) return typeError(path, v, Rule::ThreeBooleans);
  for (size_t i = 0; i < 3; ++i) {
    if (v.items[i].kind != Value::Kind::Bool)
      return typeError(path + "[" + std::to_string(i) + "]", v.items[i], Rule::Boolean);
    *axes[i] = v.items[i].number != 0;
  }
  return {};
}

Status readList(const Value& v, std::vector<double>& out, const std::string& path) {
  if (!v.isArray()) return typeError(path, v, Rule::NumberArray);
  if (v.kind == Value::Kind::Numbers) {
    out = v.numbers;
    return {};
  }
  for (size_t i = 0; i < v.items.size(); ++i) {
    if (!v.items[i].isNumber())
      return typeError(path + "[" + std::to_string(i) + "]", v.items[i], Rule::Number);
    out.push_back(v.items[i].number);
  }
  return {};
}

Error indexError(double number, const std::string& path) {
  return {std::isfinite(number) ? ErrorCode::Range : ErrorCode::Finite,
          path,
          number,
          Rule::IntegerAtLeast,
          {0.0}};
}

Status readPins(const Value& v, Pins& pins, const std::string& path) {
  if (!v.isArray()) return typeError(path, v, Rule::PinArray);
  pins = {};
  const std::vector<std::string> names(std::begin(kPinNames), std::end(kPinNames));
  for (size_t i = 0; i < v.size(); ++i) {
    const std::string element = path + "[" + std::to_string(i) + "]";
    const Value item = v.kind == Value::Kind::Numbers ? Value(v.numbers[i]) : v.items[i];
    if (item.isNumber()) {
      if (!isIndex(item.number)) return indexError(item.number, element);
      pins.indices.push_back(static_cast<uint32_t>(item.number));
    } else if (item.isString()) {
      if (std::find(names.begin(), names.end(), item.text) == names.end())
        return notListed({ErrorCode::Range, element, item, Rule::IndexOrWord}, item.text, names,
                         Rule::IndexOrWordGuess);
      pins.names.push_back(item.text);
    } else {
      return typeError(element, item, Rule::IndexOrName);
    }
  }
  return {};
}

Status readField(const Value& v, const FieldRow& field, void* def, const std::string& path,
                 const HandleContext& ctx) {
  const CheckRow& f = field.checked;
  // The table gives members as they are read; this definition may be written.
  void* member = const_cast<void*>(f.member(def));
  if (Status bad = field.read(v, member, path, ctx)) return bad;
  Status bad = f.check(member, path, f.range, f.flags);
  if (bad && v.isNumber()) bad->value = v;
  return bad;
}

const FieldRow* findField(std::span<const FieldRow> rows, const std::string& name) {
  for (const FieldRow& row : rows)
    if (name == row.checked.name) return &row;
  return nullptr;
}

std::vector<std::string> fieldNames(std::span<const FieldRow> rows) {
  std::vector<std::string> names;
  for (const FieldRow& row : rows) names.push_back(row.checked.name);
  return names;
}

Status readRows(const Value& value, std::span<const FieldRow> rows, void* def,
                const std::string& path, const HandleContext& ctx) {
  if (!value.isObject()) return typeError(path, value, Rule::Object);
  for (size_t i = 0; i < value.keys.size(); ++i) {
    const FieldRow* row = findField(rows, value.keys[i]);
    if (!row) return unknownField(path, value.keys[i], fieldNames(rows));
    if (Status bad = readField(value.items[i], *row, def, joinPath(path, value.keys[i]), ctx))
      return bad;
  }
  return {};
}

Value writeRows(std::span<const FieldRow> rows, const void* def, const HandleContext& ctx) {
  Value out = Value::object();
  for (const FieldRow& row : rows) {
    Value value;
    if (row.write(row.checked.member(def), ctx, value)) out.set(row.checked.name, std::move(value));
  }
  return out;
}

}  // namespace holonom
