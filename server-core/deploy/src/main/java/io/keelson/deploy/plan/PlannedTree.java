package io.keelson.deploy.plan;

import io.keelson.deploy.plan.PlanPath.Key;
import io.keelson.deploy.plan.PlanPath.Step;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.DescriptorNode.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gives a descriptor's elements the values of a plan. What the plan says has the plan's place from then on, so that whoever reads the
 * descriptor and finds a value wrong names the plan's line. Confined to one thread.
 */
final class PlannedTree {
    /** Elements that a plan of WebLogic has one value for, with commas in it. */
    static final Set<String> REPEATED =
            Set.of("principal-name", "url-pattern", "welcome-file", "tracking-mode", "dispatcher", "http-method");

    private final DescriptorNode root;
    private final String descriptor;
    private final Consumer<Planned> used;
    private final Consumer<PlanChange> changed;

    /**
     * One that changes a descriptor.
     *
     * @param used is told of what somebody has read, or what needs no reader
     * @param changed is told of each change
     */
    PlannedTree(DescriptorNode root, String descriptor, Consumer<Planned> used, Consumer<PlanChange> changed) {
        this.root = root;
        this.descriptor = descriptor;
        this.used = used;
        this.changed = changed;
    }

    /** Does what a plan says. */
    void apply(Planned planned) throws DeploymentException {
        List<Step> steps = planned.path().steps();
        List<DescriptorNode> parents = List.of(root);
        for (Step step : steps.subList(0, steps.size() - 1)) {
            List<DescriptorNode> found = new ArrayList<>();
            parents.forEach(parent -> found.addAll(matching(parent, step)));
            if (found.isEmpty()) {
                if (planned.values().isEmpty()) {
                    throw wrong(planned, "there is no <" + step + ">, so nothing can be removed from it");
                }
                DescriptorNode made = made(step, planned);
                single(parents, planned, step).children().add(made);
                found.add(made);
            }
            parents = found;
        }
        Step last = steps.get(steps.size() - 1);
        change(single(parents, planned, last), last, planned);
    }

    /** The element to work in: the path must say which. */
    private static DescriptorNode single(List<DescriptorNode> parents, Planned planned, Step step)
            throws DeploymentException {
        if (parents.size() > 1) {
            String lines = parents.stream()
                    .map(parent -> String.valueOf(parent.place().line()))
                    .collect(Collectors.joining(", "));
            throw wrong(
                    planned,
                    "there are " + parents.size() + " <" + parents.get(0).name() + ">, in the lines " + lines
                            + ", that <" + step.name() + "> could be in; say which by a key: "
                            + parents.get(0).name() + "[NAME-OF-AN-ELEMENT-IN-IT=ITS-TEXT]");
        }
        return parents.get(0);
    }

    private void change(DescriptorNode parent, Step step, Planned planned) throws DeploymentException {
        List<DescriptorNode> before = matching(parent, step);
        if (!step.keys().isEmpty() && !planned.values().isEmpty()) {
            throw wrong(planned, "an element with a key has no text of its own; name the element in it that is meant");
        }
        if (planned.values().isEmpty() && before.isEmpty()) {
            throw wrong(planned, "there is no <" + step + "> that could be removed");
        }
        if (before.stream().anyMatch(node -> !node.children().isEmpty())
                && !planned.values().isEmpty()) {
            throw wrong(planned, "<" + step.name() + "> has elements in it and no text; name the one that is meant");
        }
        if (before.size() > 1 && planned.values().size() == 1 && !planned.adds() && !REPEATED.contains(step.name())) {
            throw wrong(
                    planned,
                    "there are " + before.size() + " <" + step.name()
                            + ">; write a list for them: [a, b], or [a] for one");
        }
        int at = before.isEmpty() ? parent.children().size() : parent.children().indexOf(before.get(0));
        if (!planned.adds()) {
            parent.children().removeAll(before);
        } else {
            at = parent.children().size();
        }
        List<DescriptorNode> after = new ArrayList<>();
        for (String value : planned.values()) {
            after.add(leaf(step.name(), value, planned, () -> used.accept(planned)));
        }
        parent.children().addAll(at, after);
        if (planned.values().stream().allMatch(String::isEmpty)) {
            used.accept(planned); // nobody reads the text of an element that has none
        }
        say(planned, before, after);
    }

    private void say(Planned planned, List<DescriptorNode> before, List<DescriptorNode> after) {
        List<DescriptorNode> all = new ArrayList<>(planned.adds() ? before : List.of());
        all.addAll(after);
        String was = texts(before);
        String is = texts(all);
        if (!Objects.equals(was, is)) {
            changed.accept(new PlanChange(
                    planned.module() == null ? "" : planned.module(),
                    descriptor,
                    planned.path().toString(),
                    was,
                    is,
                    planned.place()));
        }
    }

    private static @Nullable String texts(List<DescriptorNode> nodes) {
        return nodes.isEmpty() ? null : nodes.stream().map(DescriptorNode::text).collect(Collectors.joining(", "));
    }

    private static List<DescriptorNode> matching(DescriptorNode parent, Step step) {
        return parent.children().stream()
                .filter(child -> child.name().equals(step.name())
                        && step.keys().stream().allMatch(key -> has(child, key.names(), key.value())))
                .toList();
    }

    private static boolean has(DescriptorNode node, List<String> names, String value) {
        return names.isEmpty()
                ? node.text().equals(value)
                : node.children().stream()
                        .anyMatch(child ->
                                child.name().equals(names.get(0)) && has(child, names.subList(1, names.size()), value));
    }

    /** An element that is not there yet, with what its keys say in it. */
    private static DescriptorNode made(Step step, Planned planned) {
        DescriptorNode made = leaf(step.name(), "", planned, null);
        for (Key key : step.keys()) {
            DescriptorNode in = made;
            for (int i = 0; i < key.names().size(); i++) {
                boolean last = i == key.names().size() - 1;
                DescriptorNode next = leaf(key.names().get(i), last ? key.value() : "", planned, null);
                in.children().add(next);
                in = next;
            }
        }
        return made;
    }

    private static DescriptorNode leaf(String name, String text, Planned planned, @Nullable Runnable used) {
        return new DescriptorNode(
                name, "", Map.of(), text, List.of(), new Place(planned.file(), planned.line(), planned.column()), used);
    }

    private static DeploymentException wrong(Planned planned, String what) {
        return new DeploymentException(planned.place() + ": " + planned.subject() + ": " + what);
    }
}
