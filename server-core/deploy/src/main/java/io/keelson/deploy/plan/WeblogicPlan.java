package io.keelson.deploy.plan;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a plan as WebLogic writes it. Variables have values, assignments of a module's descriptor say by an XPath where each belongs. One
 * a plan.
 *
 * <p>Specification: deployment-plan.xsd.
 */
final class WeblogicPlan {
    private static final String FILE = "plan.xml";

    /** A variable: null has no value, and what is assigned from it stays as it is in the descriptor. */
    private record Variable(@Nullable String value) {}

    private final List<String> problems = new ArrayList<>();
    private final Map<String, Variable> variables = new HashMap<>();
    private final List<Planned> planned = new ArrayList<>();

    private WeblogicPlan() {}

    static List<Planned> read(String text) throws DeploymentException {
        DescriptorNode root = DescriptorNode.read(
                FILE, new ByteArrayInputStream(withoutEncoding(text).getBytes(StandardCharsets.UTF_8)));
        WeblogicPlan reading = new WeblogicPlan();
        reading.plan(root);
        if (!reading.problems.isEmpty()) {
            throw new DeploymentException("the deployment plan is wrong: " + String.join("; ", reading.problems));
        }
        return reading.planned;
    }

    /** The text is characters already, so what its declaration says of bytes does not hold. */
    private static String withoutEncoding(String text) {
        return text.stripLeading().replaceFirst("^(<\\?xml[^>]*?)\\s+encoding\\s*=\\s*(\"[^\"]*\"|'[^']*')", "$1");
    }

    private void plan(DescriptorNode root) {
        if (!root.name().equals("deployment-plan")) {
            wrong(root, "expected <deployment-plan>, found <" + root.name() + ">");
            return;
        }
        for (DescriptorNode child : root.children()) {
            if (child.name().equals("variable-definition")) {
                child.children().forEach(this::variable);
            }
        }
        for (DescriptorNode child : root.children()) {
            switch (child.name()) {
                case "variable-definition", "description", "application-name", "version", "config-root" -> {}
                case "module-override" -> module(child);
                default -> wrong(child, "<" + child.name() + "> is not known");
            }
        }
    }

    private void variable(DescriptorNode variable) {
        String name = text(variable, "name").orElse("");
        if (!variable.name().equals("variable") || name.isEmpty()) {
            wrong(variable, "expected a <variable> with a <name>");
            return;
        }
        Optional<DescriptorNode> value = child(variable, "value");
        boolean nothing =
                value.isEmpty() || "true".equals(value.get().attributes().get("nil"));
        Variable before = variables.putIfAbsent(
                name, new Variable(nothing ? null : value.get().text()));
        if (before != null) {
            wrong(variable, "a second variable '" + name + "'");
        }
    }

    private void module(DescriptorNode override) {
        String module = text(override, "module-name").orElse("");
        String type = text(override, "module-type").orElse("").toLowerCase(Locale.ROOT);
        if (module.isEmpty()) {
            wrong(override, "expected a <module-name>");
        }
        for (DescriptorNode child : override.children()) {
            switch (child.name()) {
                case "module-name", "module-type" -> {}
                case "module-descriptor" -> descriptor(type.equals("ear") ? null : module, child);
                default -> wrong(child, "<" + child.name() + "> is not known");
            }
        }
    }

    private void descriptor(@Nullable String module, DescriptorNode descriptor) {
        List<DescriptorNode> assignments = descriptor.children().stream()
                .filter(child -> child.name().equals("variable-assignment"))
                .toList();
        String uri = text(descriptor, "uri").orElse("");
        // WebLogic lists descriptors that it could change and does not.
        if (assignments.isEmpty()) {
            return;
        }
        String wrong = "true".equals(descriptor.attributes().get("external"))
                ? "'" + uri + "' lies outside of the archive; put what it says into the archive's own descriptors"
                : DeploymentPlan.wrongDescriptor(uri);
        if (wrong != null) {
            wrong(descriptor, wrong);
            return;
        }
        assignments.forEach(
                assignment -> assignment(DeploymentPlan.ofEnterprise(uri) ? null : module, uri, assignment));
    }

    private void assignment(@Nullable String module, String descriptor, DescriptorNode assignment) {
        String name = text(assignment, "name").orElse("");
        String operation = text(assignment, "operation").orElse("replace").toLowerCase(Locale.ROOT);
        Variable variable = variables.get(name);
        if (variable == null) {
            wrong(assignment, "there is no variable '" + name + "'");
            return;
        }
        if (!Set.of("add", "replace", "remove").contains(operation)) {
            wrong(assignment, "expected the operation add, replace or remove, found '" + operation + "'");
            return;
        }
        DescriptorNode at = child(assignment, "xpath").orElse(assignment);
        try {
            PlanPath path = PlanPath.of(at.text());
            String wrong = path.root().isEmpty()
                    ? "expected an <xpath> that begins with a slash"
                    : DeploymentPlan.wrongRoot(descriptor, path);
            if (wrong != null) {
                throw new IllegalArgumentException(wrong);
            }
            boolean remove = operation.equals("remove");
            String value = variable.value();
            if (value != null || remove) {
                boolean several = PlannedTree.REPEATED.contains(
                        path.steps().get(path.steps().size() - 1).name());
                List<String> values = remove || value == null
                        ? List.of()
                        : several ? List.of(value.split("\\s*,\\s*")) : List.of(value);
                planned.add(new Planned(
                        module,
                        descriptor,
                        path,
                        values,
                        several && operation.equals("add"),
                        FILE,
                        at.place().line(),
                        Math.max(1, at.place().column())));
            }
        } catch (IllegalArgumentException e) {
            wrong(at, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<DescriptorNode> child(DescriptorNode node, String name) {
        return node.children().stream()
                .filter(child -> child.name().equals(name))
                .findFirst();
    }

    private static Optional<String> text(DescriptorNode node, String name) {
        return child(node, name).map(DescriptorNode::text);
    }

    private void wrong(DescriptorNode at, String what) {
        problems.add(FILE + ":" + at.place().line() + ": " + what);
    }
}
