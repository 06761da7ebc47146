package io.keelson.remoting.internal.call;

import io.keelson.base.work.WorkManager;
import io.keelson.remoting.internal.marshal.ObjectStreams;
import io.keelson.remoting.spi.CallScope;
import io.keelson.remoting.spi.CallWork;

/**
 * Scope in which the objects of an application are called. Immutable.
 *
 * @param name the application, for messages
 * @param work what runs calls
 * @param scope in what context
 * @param streams reads and writes arguments and results
 */
public record ExportScope(String name, CallWork work, CallScope scope, ObjectStreams streams) {
    /** One whose calls all run on the same work manager. */
    public ExportScope(String name, WorkManager work, CallScope scope, ObjectStreams streams) {
        this(name, CallWork.of(work), scope, streams);
    }
}
