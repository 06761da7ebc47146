package io.keelson.deploy.plan;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.PlacedYaml;
import io.keelson.kernel.config.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a plan in YAML: descriptors with paths and values; in an enterprise application modules with these. One a plan.
 *
 * <pre>
 * WEB-INF/weblogic.xml:
 *   session-descriptor/timeout-secs: 600
 * shop.war:
 *   WEB-INF/web.xml:
 *     context-param[param-name=greeting]/param-value: hello
 * </pre>
 */
final class YamlPlan {
    private static final String FILE = "plan.yaml";

    private final List<Problem> problems = new ArrayList<>();
    private final List<Planned> planned = new ArrayList<>();

    private YamlPlan() {}

    static List<Planned> read(String text) throws DeploymentException {
        YamlPlan reading = new YamlPlan();
        PlacedYaml root = PlacedYaml.read(FILE, text, reading.problems);
        if (root != null) {
            reading.document(root);
        }
        if (!reading.problems.isEmpty()) {
            throw new DeploymentException("the deployment plan is wrong: "
                    + reading.problems.stream().map(Problem::toString).collect(Collectors.joining("; ")));
        }
        return reading.planned;
    }

    private void document(PlacedYaml root) {
        for (PlacedYaml.Entry entry : entries(root, "descriptors, or modules with their descriptors")) {
            String key = entry.key().text();
            if (DeploymentPlan.DESCRIPTORS.containsKey(key)) {
                descriptor(null, key, entry.value());
            } else if (key.contains("-INF/")) {
                wrong(entry.key(), String.valueOf(DeploymentPlan.wrongDescriptor(key)));
            } else {
                module(key, entry.value());
            }
        }
    }

    private void module(String module, PlacedYaml value) {
        for (PlacedYaml.Entry entry : entries(value, "the descriptors of module '" + module + "'")) {
            String key = entry.key().text();
            String wrong = DeploymentPlan.ofEnterprise(key)
                    ? "'" + key + "' belongs to the application, not to a module; write it without one"
                    : DeploymentPlan.wrongDescriptor(key);
            if (wrong != null) {
                wrong(entry.key(), wrong);
            } else {
                descriptor(module, key, entry.value());
            }
        }
    }

    private void descriptor(@Nullable String module, String descriptor, PlacedYaml value) {
        for (PlacedYaml.Entry entry : entries(value, "paths of " + descriptor + " with their values")) {
            values(module, descriptor, null, entry);
        }
    }

    private void values(@Nullable String module, String descriptor, @Nullable PlanPath within, PlacedYaml.Entry entry) {
        PlanPath path;
        try {
            PlanPath here = PlanPath.of(entry.key().text());
            String wrong = within == null
                    ? DeploymentPlan.wrongRoot(descriptor, here)
                    : here.root().isEmpty() ? null : "a path within another one begins without a slash";
            if (wrong != null) {
                throw new IllegalArgumentException(wrong);
            }
            path = within == null ? here : within.then(here);
        } catch (IllegalArgumentException e) {
            wrong(entry.key(), String.valueOf(e.getMessage()));
            return;
        }
        if (entry.value() instanceof PlacedYaml.Group group) {
            if (group.entries().isEmpty()) {
                wrong(group, "nothing is said of " + path);
            }
            entries(group, "").forEach(inner -> values(module, descriptor, path, inner));
            return;
        }
        List<String> texts = new ArrayList<>();
        if (entry.value() instanceof PlacedYaml.Text text) {
            if (!text.nothing()) {
                texts.add(text.text());
            }
        } else if (entry.value() instanceof PlacedYaml.Items items) {
            for (PlacedYaml item : items.items()) {
                if (item instanceof PlacedYaml.Text text && !text.nothing()) {
                    texts.add(text.text());
                } else {
                    wrong(item, "expected a value in the list");
                }
            }
        }
        planned.add(new Planned(
                module,
                descriptor,
                path,
                texts,
                false,
                FILE,
                entry.key().line(),
                entry.key().column()));
    }

    private List<PlacedYaml.Entry> entries(PlacedYaml value, String expected) {
        if (!(value instanceof PlacedYaml.Group group)) {
            wrong(value, "expected " + expected);
            return List.of();
        }
        Map<String, PlacedYaml.Text> seen = new HashMap<>();
        for (PlacedYaml.Entry entry : group.entries()) {
            PlacedYaml.Text first = seen.putIfAbsent(entry.key().text(), entry.key());
            if (first != null) {
                wrong(entry.key(), "'" + first.text() + "' is said twice; first in line " + first.line());
            }
        }
        return group.entries();
    }

    private void wrong(PlacedYaml at, String what) {
        problems.add(new Problem(FILE, at.line(), at.column(), "", what));
    }
}
