package io.keelson.component.work;

import io.keelson.component.descriptor.DescriptorLog;
import io.keelson.component.descriptor.Element;
import io.keelson.component.work.WorkManagerDescriptor.Case;
import io.keelson.component.work.WorkManagerDescriptor.Context;
import io.keelson.component.work.WorkManagerDescriptor.Count;
import io.keelson.component.work.WorkManagerDescriptor.FairShare;
import io.keelson.component.work.WorkManagerDescriptor.Limit;
import io.keelson.component.work.WorkManagerDescriptor.NamedClass;
import io.keelson.component.work.WorkManagerDescriptor.NamedLimit;
import io.keelson.component.work.WorkManagerDescriptor.PoolSize;
import io.keelson.component.work.WorkManagerDescriptor.RequestClass;
import io.keelson.component.work.WorkManagerDescriptor.ResponseTime;
import io.keelson.component.work.WorkManagerDescriptor.ShutdownTrigger;
import io.keelson.deploy.spi.DeploymentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code work-manager} elements of {@code weblogic.xml} and {@code weblogic-application.xml}. One a document, confined to the
 * deploying thread.
 *
 * <p>Specification: weblogic.xml, work-manager.
 */
public final class WorkManagerReader {
    private static final int MOST_SHARE = 1000;
    private static final int MOST_GOAL = 86_400_000; // a day
    private static final int MOST_THREADS = 65_534;
    private static final int MOST_MINIMUM = 1_000;
    private static final int MOST_CAPACITY = 1_048_575;

    private final String application;
    private final List<WorkManagerDescriptor> found = new ArrayList<>();

    public WorkManagerReader(String application) {
        this.application = application;
    }

    /** Returns what was read so far, in the order of the document. */
    public List<WorkManagerDescriptor> found() {
        return List.copyOf(found);
    }

    public void read(Element element) throws DeploymentException {
        String name = element.requiredTextOf("name");
        for (WorkManagerDescriptor other : found) {
            if (other.name().equals(name)) {
                throw element.wrong("a second one of the name '" + name + "'; the first is at " + other.location()
                        + "; rename one");
            }
        }
        Parts parts = new Parts();
        for (Element child : element.children()) {
            read(child, parts);
        }
        if (parts.ignoreStuck && parts.trigger != null) {
            throw element.wrong("has both <work-manager-shutdown-trigger> and <ignore-stuck-threads>; leave one out");
        }
        found.add(new WorkManagerDescriptor(
                name,
                parts.requestClass,
                parts.minThreads,
                parts.maxThreads,
                parts.capacity,
                parts.trigger,
                parts.ignoreStuck,
                element.location()));
    }

    /** A work manager while it is read. */
    private static final class Parts {
        private @Nullable RequestClass requestClass;
        private @Nullable Limit minThreads;
        private @Nullable Limit maxThreads;
        private @Nullable Limit capacity;
        private @Nullable ShutdownTrigger trigger;
        private boolean ignoreStuck;
        private @Nullable Element classElement;
        private @Nullable Element minElement;
        private @Nullable Element maxElement;
        private @Nullable Element capacityElement;
    }

    private void read(Element child, Parts parts) throws DeploymentException {
        switch (child.name()) {
            case "name" -> {}
            case "fair-share-request-class",
                    "response-time-request-class",
                    "context-request-class",
                    "request-class-name" -> {
                parts.classElement = only(parts.classElement, child);
                parts.requestClass = requestClass(child);
            }
            case "min-threads-constraint", "min-threads-constraint-name" -> {
                parts.minElement = only(parts.minElement, child);
                parts.minThreads = limit(child);
            }
            case "max-threads-constraint", "max-threads-constraint-name" -> {
                parts.maxElement = only(parts.maxElement, child);
                parts.maxThreads = limit(child);
            }
            case "capacity", "capacity-name" -> {
                parts.capacityElement = only(parts.capacityElement, child);
                parts.capacity = limit(child);
            }
            case "work-manager-shutdown-trigger" -> parts.trigger = trigger(child);
            case "ignore-stuck-threads" -> parts.ignoreStuck = child.bool();
            default -> DescriptorLog.LOG.unknownElement(application, child.location(), child.name(), "work-manager");
        }
    }

    /** The schema has a choice: of each kind a work manager has one. */
    private static Element only(@Nullable Element before, Element now) throws DeploymentException {
        if (before != null) {
            throw now.wrong("the work manager has a <" + before.name() + "> at " + before.location()
                    + " already; leave one out");
        }
        return now;
    }

    static @Nullable RequestClass requestClass(Element element) throws DeploymentException {
        return switch (element.name()) {
            case "fair-share-request-class", "fair-share-request" -> {
                Integer share = number(element, "fair-share", 1, MOST_SHARE);
                yield share == null ? null : new FairShare(element.textOf("name"), share, element.location());
            }
            case "response-time-request-class", "response-time-request" -> {
                Integer goal = number(element, "goal-ms", 1, MOST_GOAL);
                yield goal == null
                        ? null
                        : new ResponseTime(element.textOf("name"), Duration.ofMillis(goal), element.location());
            }
            case "context-request-class", "context-request" -> context(element);
            default -> new NamedClass(element.requiredText(), element.location());
        };
    }

    private static Context context(Element element) throws DeploymentException {
        List<Case> cases = new ArrayList<>();
        for (Element each : element.all("context-case")) {
            String user = each.textOf("user-name");
            String group = each.textOf("group-name");
            if ((user == null) == (group == null)) {
                throw each.wrong("expected either a <user-name> or a <group-name>");
            }
            cases.add(new Case(user, group, each.requiredTextOf("request-class-name"), each.location()));
        }
        if (cases.isEmpty()) {
            throw element.wrong("expected at least one <context-case>");
        }
        return new Context(element.textOf("name"), List.copyOf(cases), element.location());
    }

    /** A constraint or a capacity: a number, or a name of one. */
    static @Nullable Limit limit(Element element) throws DeploymentException {
        return switch (element.name()) {
            case "min-threads-constraint" -> limit(element, 0, MOST_MINIMUM);
            case "max-threads-constraint" -> limit(element, 1, MOST_THREADS);
            case "capacity" -> limit(element, 1, MOST_CAPACITY);
            default -> new NamedLimit(element.requiredText(), element.location());
        };
    }

    private static @Nullable Limit limit(Element element, int least, int most) throws DeploymentException {
        String pool = element.name().equals("max-threads-constraint") ? element.textOf("pool-name") : null;
        if (pool != null) {
            if (element.has("count")) {
                throw element.wrong("has both a <count> and a <pool-name>; leave one out");
            }
            return new PoolSize(element.textOf("name"), pool, element.location());
        }
        Integer count = number(element, "count", least, most);
        return count == null || count == 0 ? null : new Count(element.textOf("name"), count, element.location());
    }

    private static ShutdownTrigger trigger(Element element) throws DeploymentException {
        Integer seconds = element.has("max-stuck-thread-time")
                ? number(element, "max-stuck-thread-time", 0, Integer.MAX_VALUE)
                : null;
        Integer threads = number(element, "stuck-thread-count", 1, MOST_THREADS);
        if (threads == null) {
            throw element.wrong("expected a <stuck-thread-count> of at least 1");
        }
        Element resume = element.first("resume-when-unstuck");
        return new ShutdownTrigger(
                seconds == null || seconds == 0 ? null : Duration.ofSeconds(seconds),
                threads,
                resume == null || resume.bool(),
                element.location());
    }

    /** The number in a child that must be there; null where it is -1, the schema's "none". */
    private static @Nullable Integer number(Element element, String child, int least, int most)
            throws DeploymentException {
        Element number = element.first(child);
        if (number == null) {
            throw element.wrong("expected a <" + child + ">");
        }
        int value = number.integer();
        if (value == -1) {
            return null;
        }
        if (value < least || value > most) {
            throw number.wrong("expected a number from " + least + " to " + most + ", or -1 for none, found " + value);
        }
        return value;
    }
}
