package io.keelson.appclient;

import java.util.Hashtable;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.Context;
import javax.naming.NoInitialContextException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/** Makes the initial context of the client that this JVM runs. There is one at a time. Thread-safe. */
public final class ClientContextFactory implements InitialContextFactory {
    private static final AtomicReference<@Nullable ClientNames> CURRENT = new AtomicReference<>();

    /** Found by its name. */
    public ClientContextFactory() {}

    static void current(@Nullable ClientNames names) {
        CURRENT.set(names);
    }

    /**
     * Returns the context of the client's names.
     *
     * @throws NoInitialContextException where no client runs
     */
    public static Context context() throws NoInitialContextException {
        ClientNames names = CURRENT.get();
        if (names == null) {
            throw new NoInitialContextException("no application client runs in this JVM");
        }
        return new ClientContext(names, "");
    }

    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws NoInitialContextException {
        return context();
    }
}
