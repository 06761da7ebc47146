package io.keelson.remoting.internal.call;

import io.keelson.remoting.internal.marshal.RemoteReference;
import org.jspecify.annotations.Nullable;

/** The calls of a stub whose object is of one process. */
final class SingleCalls extends StubCalls {
    private final Route route;

    SingleCalls(Node node, ExportScope scope, RemoteReference reference, Route route) {
        super(node, scope, reference);
        this.route = route;
    }

    @Override
    @Nullable
    Object call(RemoteMethod method, @Nullable Object[] arguments) throws Throwable {
        return callOver(route.connection(), method, arguments);
    }
}
