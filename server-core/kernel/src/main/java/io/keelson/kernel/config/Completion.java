package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts defaults where nothing is given, and reports what is required but missing. Used for one reading. */
final class Completion {
    private static final Origin DEFAULT = new Origin.Default();

    private final List<Problem> problems;

    Completion(List<Problem> problems) {
        this.problems = problems;
    }

    /**
     * Completes a value in place.
     *
     * @param near the place in the file that is nearest, for what is missing
     */
    void complete(Shape shape, Value value, SettingPath path, Origin near) {
        Origin here = value.origin() instanceof Origin.Default ? near : value.origin();
        if (shape instanceof Shape.Group group && value instanceof Value.Entries entries) {
            for (Shape.Key key : group.keys().values()) {
                Value given = entries.entries().get(key.name());
                if (given == null) {
                    missing(key, entries.entries(), path.child(key.name()), here);
                } else {
                    complete(key.shape(), given, path.child(key.name()), here);
                }
            }
        } else if (shape instanceof Shape.Named named && value instanceof Value.Entries entries) {
            entries.entries().forEach((name, entry) -> complete(named.value(), entry, path.child(name), here));
        } else if (shape instanceof Shape.Items items && value instanceof Value.Items list) {
            list.items().forEach(item -> complete(items.item(), item, path, here));
        }
    }

    private void missing(Shape.Key key, Map<String, Value> entries, SettingPath path, Origin near) {
        Shape.Declared setting = key.setting();
        String text = setting == null ? "" : setting.setting().defaultValue();
        if (setting != null && setting.setting().required()) {
            problems.add(near.problem(path, "required, but missing; " + expected(key.shape())));
            entries.put(key.name(), new Value.Broken(near));
        } else if (key.shape() instanceof Shape.Scalar scalar && !text.isEmpty()) {
            entries.put(key.name(), single(scalar, text));
        } else if (key.shape() instanceof Shape.Items items && items.item() instanceof Shape.Scalar scalar) {
            List<Value> values = new ArrayList<>();
            RecordShapes.splitList(text).forEach(item -> values.add(single(scalar, item)));
            entries.put(key.name(), new Value.Items(List.copyOf(values), DEFAULT));
        } else if (key.shape() instanceof Shape.Group && (setting == null || !setting.nullable())) {
            Value.Entries empty = new Value.Entries(new LinkedHashMap<>(), DEFAULT);
            entries.put(key.name(), empty);
            complete(key.shape(), empty, path, near);
        } else if (key.shape() instanceof Shape.Named) {
            entries.put(key.name(), new Value.Entries(new LinkedHashMap<>(), DEFAULT));
        }
    }

    private Value single(Shape.Scalar shape, String text) {
        return new Value.Single(shape.rules().parse(shape.type(), text), DEFAULT);
    }

    private static String expected(Shape shape) {
        if (shape instanceof Shape.Scalar scalar) {
            return scalar.rules().expected(scalar.type());
        }
        return shape instanceof Shape.Items ? "expected a list" : "expected a mapping";
    }
}
