package io.keelson.kernel.management;

import java.util.List;
import java.util.Set;

/**
 * The management of one room: operations, commands and console pages, declared once. Rooms below administration implement it, so that
 * administration has no list of rooms. Implementations are found by {@link java.util.ServiceLoader} and have a public constructor without
 * parameters. See docs/design/management.md.
 *
 * <ol>
 *   <li>An implementation MUST be immutable, and cheap to make: the command line makes it, too, in a process without any server.
 *   <li>{@link #operations} and {@link #pages} MUST answer the same each time, without any server.
 *   <li>Services are used in handlers only, which are made once a server ({@link FeatureOperation#handledBy}).
 * </ol>
 *
 * <p>Read-only state that is only shown needs no operation: {@link RuntimeState} gives it a resource, a table of {@code keelson runtime},
 * metrics and managed beans.
 */
public interface ManagementFeature {
    /**
     * Returns the name: in kebab case, and no other feature's nor a command's of the command line. Commands begin with it:
     * {@code keelson transactions list}.
     */
    String name();

    /** Returns what the commands are about, as a sentence for the help of the command line. */
    String help();

    /**
     * Returns the services that the handlers need. A server that lacks one of them does not have the feature. Administration is made
     * after the rooms that provide them.
     */
    default Set<Class<?>> requires() {
        return Set.of();
    }

    /** Returns the operations, in the order of the help. */
    default List<FeatureOperation> operations() {
        return List.of();
    }

    /** Returns the pages of the console, in their order. */
    default List<ConsolePage> pages() {
        return List.of();
    }
}
