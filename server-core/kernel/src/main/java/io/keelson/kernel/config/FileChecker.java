package io.keelson.kernel.config;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the nodes of a file against the model: values out, and everything that is wrong. Used for one reading. */
final class FileChecker {
    private final Model model;
    private final String file;
    private final List<Problem> problems;
    private final ConfigurationSecrets secrets;
    private final List<SettingPath> readable = new ArrayList<>();

    FileChecker(Model model, DomainFile file, List<Problem> problems) {
        this.model = model;
        this.file = file.name();
        this.problems = problems;
        this.secrets = new ConfigurationSecrets(file.directory());
    }

    /** The secrets that stand in the file as they are, for everybody to read. */
    List<SettingPath> readableSecrets() {
        return readable;
    }

    Value.Entries check(@Nullable YamlNode root) {
        if (root instanceof YamlNode.Mapping mapping) {
            return group(model.root(), mapping, SettingPath.ROOT, at(root));
        }
        if (root != null && !root.empty()) {
            report(root, SettingPath.ROOT, "expected a mapping with keys such as servers, but found " + found(root));
        }
        return new Value.Entries(new LinkedHashMap<>(), new Origin.InFile(file, 1, 1));
    }

    private Value value(Shape shape, YamlNode node, SettingPath path, Origin where) {
        if (shape instanceof Shape.Scalar scalar) {
            return single(scalar, node, path);
        }
        if (shape instanceof Shape.Items items) {
            return items(items, node, path, where);
        }
        if (node.empty()) {
            return new Value.Entries(new LinkedHashMap<>(), where);
        }
        if (!(node instanceof YamlNode.Mapping mapping)) {
            return broken(node, path, "expected a mapping" + keys(shape) + ", but found " + found(node));
        }
        return shape instanceof Shape.Named named
                ? named(named, mapping, path, where)
                : group((Shape.Group) shape, mapping, path, where);
    }

    private static String keys(Shape shape) {
        return shape instanceof Shape.Named ? " from names to values" : "";
    }

    private Value single(Shape.Scalar shape, YamlNode node, SettingPath path) {
        Rules rules = shape.rules();
        String expected = rules.expected(shape.type());
        if (!(node instanceof YamlNode.Scalar scalar)) {
            return broken(node, path, expected + ", but found " + found(node));
        }
        if (scalar.isNull()) {
            return broken(node, path, expected + ", but nothing is given; remove the key to have the default");
        }
        if (shape.type().isPlainInYaml() && !scalar.plain()) {
            return broken(node, path, expected + " without quotes, but found the text " + rules.shown(scalar.text()));
        }
        try {
            return new Value.Single(rules.parse(shape.type(), text(rules, scalar, path)), at(node));
        } catch (IOException e) {
            return broken(node, path, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return broken(node, path, String.valueOf(e.getMessage()));
        }
    }

    /** Returns what is written there, decrypted where it is an encrypted secret. */
    private String text(Rules rules, YamlNode.Scalar scalar, SettingPath path) throws IOException {
        if (!rules.secret()) {
            return scalar.text();
        }
        if (ConfigurationSecrets.encrypted(scalar.text())) {
            return secrets.decrypt(scalar.text());
        }
        if (!readable.contains(path)) { // all items of a list have its path
            readable.add(path);
        }
        return scalar.text();
    }

    private Value items(Shape.Items shape, YamlNode node, SettingPath path, Origin where) {
        List<Value> items = new ArrayList<>();
        if (node instanceof YamlNode.Sequence sequence) {
            sequence.items().forEach(item -> items.add(value(shape.item(), item, path, at(item))));
        } else if (!node.empty()) {
            return broken(node, path, "expected a list such as [a, b], but found " + found(node));
        }
        return new Value.Items(List.copyOf(items), where);
    }

    private Value named(Shape.Named shape, YamlNode.Mapping mapping, SettingPath path, Origin where) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (YamlNode.Entry entry : unique(mapping, path)) {
            String name = entry.key().text();
            if (!YamlText.NAME.matcher(name).matches()) {
                String message = "not a name: '" + name + "'; expected letters, digits, '.', '_' and '-', "
                        + "at most 128, the first a letter or a digit";
                report(entry.key(), path, message);
                continue;
            }
            values.put(name, value(shape.value(), entry.value(), path.child(name), at(entry.key())));
        }
        return new Value.Entries(values, where);
    }

    private Value.Entries group(Shape.Group shape, YamlNode.Mapping mapping, SettingPath path, Origin where) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (YamlNode.Entry entry : unique(mapping, path)) {
            String name = entry.key().text();
            Shape.Key key = shape.keys().get(name);
            if (key == null) {
                unknown(shape, entry.key(), path);
            } else {
                values.put(name, value(key.shape(), entry.value(), path.child(name), at(entry.key())));
            }
        }
        return new Value.Entries(values, where);
    }

    private void unknown(Shape.Group shape, YamlNode.Scalar key, SettingPath path) {
        String name = key.text();
        SettingPath shown = name.isEmpty() ? path : path.child(name);
        String elsewhere = NearestName.of(name, shape.keys().keySet()) == null ? model.elsewhere(name) : null;
        String hint =
                elsewhere == null ? NearestName.hint(name, shape.keys().keySet()) : "; it belongs at " + elsewhere;
        report(key, shown, "unknown key" + hint);
    }

    private List<YamlNode.Entry> unique(YamlNode.Mapping mapping, SettingPath path) {
        Map<String, YamlNode.Scalar> seen = new HashMap<>();
        List<YamlNode.Entry> unique = new ArrayList<>();
        for (YamlNode.Entry entry : mapping.entries()) {
            YamlNode.Scalar first = seen.putIfAbsent(entry.key().text(), entry.key());
            if (first == null) {
                unique.add(entry);
                continue;
            }
            String name = entry.key().text();
            YamlNode.Span at = first.span();
            SettingPath shown = name.isEmpty() ? path : path.child(name);
            report(entry.key(), shown, "duplicate key; the first is at " + at.line() + ':' + at.column());
        }
        return unique;
    }

    private static String found(YamlNode node) {
        if (node instanceof YamlNode.Mapping) {
            return "a mapping";
        }
        return node instanceof YamlNode.Sequence ? "a list" : "a single value";
    }

    private Value broken(YamlNode node, SettingPath path, String message) {
        report(node, path, message);
        return new Value.Broken(at(node));
    }

    private void report(YamlNode node, SettingPath path, String message) {
        problems.add(at(node).problem(path, message));
    }

    private Origin at(YamlNode node) {
        return new Origin.InFile(file, node.span().line(), node.span().column());
    }
}
