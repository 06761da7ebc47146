package io.keelson.kernel.config;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that what settings refer to is defined. Used for one reading, on values that are complete. */
final class References {
    private final Model model;
    private final Value.Entries root;
    private final List<Problem> problems;

    References(Model model, Value.Entries root, List<Problem> problems) {
        this.model = model;
        this.root = root;
        this.problems = problems;
    }

    void check() {
        check(model.root(), root, SettingPath.ROOT, root.origin());
    }

    private void check(Shape shape, Value value, SettingPath path, Origin near) {
        Origin here = value.origin() instanceof Origin.Default ? near : value.origin();
        if (shape instanceof Shape.Group group && value instanceof Value.Entries entries) {
            entries.entries().forEach((name, entry) -> {
                Shape.Key key = group.keys().get(name);
                if (key != null) {
                    check(key.shape(), entry, path.child(name), here);
                }
            });
        } else if (shape instanceof Shape.Named named && value instanceof Value.Entries entries) {
            entries.entries().forEach((name, entry) -> check(named.value(), entry, path.child(name), here));
        } else if (shape instanceof Shape.Items items && value instanceof Value.Items list) {
            list.items().forEach(item -> check(items.item(), item, path, here));
        } else if (shape instanceof Shape.Scalar scalar && value instanceof Value.Single single) {
            SettingPath target = scalar.rules().reference();
            if (target != null) {
                refer(target, single, path, here);
            }
        }
    }

    private void refer(SettingPath target, Value.Single value, SettingPath path, Origin near) {
        Set<String> defined = defined(target);
        String name = value.value().toString();
        if (defined == null || defined.contains(name)) {
            return;
        }
        String which = value.origin() instanceof Origin.Default ? "the default '" : "'";
        String hint = NearestName.hint(name, defined);
        problems.add(near.problem(path, which + name + "' is not defined in " + target + hint));
    }

    /** The names in a mapping; null when it is broken, which has been reported, or not a part of the model. */
    private @Nullable Set<String> defined(SettingPath target) {
        if (!(model.at(target) instanceof Shape.Named)) {
            return null;
        }
        Value here = root;
        for (String key : target.keys()) {
            here = here instanceof Value.Entries entries ? entries.entries().get(key) : null;
        }
        return here instanceof Value.Entries entries ? entries.entries().keySet() : null;
    }
}
