package io.keelson.kernel.config;

import io.keelson.base.config.SettingException;
import java.util.ArrayList;
import java.util.List;

/**
 * A record of a section, made from the values at one place.
 *
 * @param names what stands for each {@code *} of the section's path
 */
record Instance(ModelSection section, List<String> names, Record value) {

    /** Makes all records whose values are whole; what a record's constructor refuses becomes a problem. */
    static List<Instance> make(Model model, Value.Entries root, List<Problem> problems) {
        List<Instance> made = new ArrayList<>();
        for (ModelSection section : model.sections()) {
            new Walk(section, problems, made).walk(root, SettingPath.ROOT, List.of(), root.origin());
        }
        return List.copyOf(made);
    }

    /** One walk down the path of a section, with a branch for each name. */
    private record Walk(ModelSection section, List<Problem> problems, List<Instance> made) {
        void walk(Value value, SettingPath path, List<String> names, Origin near) {
            if (!(value instanceof Value.Entries here)) {
                return;
            }
            Origin at = here.origin() instanceof Origin.Default ? near : here.origin();
            int depth = path.keys().size();
            if (depth == section.path().keys().size()) {
                bind(here, path, names, at);
                return;
            }
            String key = section.path().keys().get(depth);
            if (key.equals(ModelSection.EACH)) {
                here.entries().forEach((name, entry) -> walk(entry, path.child(name), and(names, name), at));
            } else {
                Value entry = here.entries().get(key);
                if (entry != null) {
                    walk(entry, path.child(key), names, at);
                }
            }
        }

        private void bind(Value.Entries values, SettingPath path, List<String> names, Origin at) {
            for (Shape.Key key : section.record().keys()) {
                Value value = values.entries().get(key.name());
                if (value != null && !whole(value)) {
                    return;
                }
            }
            try {
                made.add(new Instance(section, names, section.record().bind(values)));
            } catch (SettingException e) {
                Value wrong = values.entries().get(e.key());
                Origin place = wrong == null || wrong.origin() instanceof Origin.Default ? at : wrong.origin();
                problems.add(place.problem(path.child(e.key()), String.valueOf(e.getMessage())));
            } catch (IllegalArgumentException e) {
                problems.add(at.problem(path, String.valueOf(e.getMessage())));
            }
        }

        private static boolean whole(Value value) {
            if (value instanceof Value.Entries entries) {
                return entries.entries().values().stream().allMatch(Walk::whole);
            }
            if (value instanceof Value.Items items) {
                return items.items().stream().allMatch(Walk::whole);
            }
            return value instanceof Value.Single;
        }

        private static List<String> and(List<String> names, String name) {
            List<String> more = new ArrayList<>(names);
            more.add(name);
            return List.copyOf(more);
        }
    }
}
