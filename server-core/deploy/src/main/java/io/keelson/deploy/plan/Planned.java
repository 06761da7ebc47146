package io.keelson.deploy.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a plan says. Immutable; two are the same only when they are one object, as the same may be said twice.
 *
 * @param module the module as the enterprise application names it; null where the application itself is meant
 * @param descriptor as {@code WEB-INF/web.xml}
 * @param path which element
 * @param values its texts: for each there is an element of that name afterwards, in the place of those that there were; none: they go
 * @param adds whether those that there were stay
 * @param line where the plan says it, from 1
 * @param column where in the line, from 1
 * @param file what the plan is called in messages
 */
public record Planned(
        @Nullable String module,
        String descriptor,
        PlanPath path,
        List<String> values,
        boolean adds,
        String file,
        int line,
        int column) {
    public Planned {
        values = List.copyOf(values);
    }

    /** Returns where the plan says it: {@code plan.yaml:3:5}. */
    public String place() {
        return file + ":" + line + ":" + column;
    }

    /** Returns what it is about, for messages. */
    String subject() {
        return (module == null ? "" : module + " ") + descriptor + " " + path;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
