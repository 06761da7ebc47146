package io.keelson.ee.concurrency.context;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.enterprise.concurrent.spi.ThreadContextProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The module that contexts belong to. After {@link #close} no context of it is established any more, so that nothing of it runs.
 * Thread-safe.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 2.3.2 Application contexts; 3.3.4.
 */
public final class ModuleScope {
    private final String name;
    private final String key;
    private final ClassLoader loader;
    private final @Nullable TransactionControl transactions;
    private final List<ClassLoader> application;
    private volatile @Nullable List<ThreadContextProvider> providers;
    private volatile boolean closed;

    /**
     * Makes the scope of a module that runs.
     *
     * @param transactions the server's; null where it has none
     * @param application the loaders of all modules of the application; read at the first use, when all are there
     */
    public ModuleScope(
            String name, ClassLoader loader, @Nullable TransactionControl transactions, List<ClassLoader> application) {
        this.name = name;
        this.loader = loader;
        this.transactions = transactions;
        this.application = application;
        this.key = RunningModules.INSTANCE.add(name, this);
    }

    /** Returns what stands for the module in a stream. */
    String key() {
        return key;
    }

    /** Returns the name of the module. */
    public String name() {
        return name;
    }

    /** Returns its class loader. */
    public ClassLoader loader() {
        return loader;
    }

    @Nullable
    TransactionControl transactions() {
        return transactions;
    }

    /** Returns a context of the module without a caller. */
    public InvocationContext home() {
        return new InvocationContext(name, loader, 0);
    }

    /** Returns the providers of contexts that the application brings: the module's own, and of other modules those for further types. */
    List<ThreadContextProvider> providers() {
        List<ThreadContextProvider> found = providers;
        if (found == null) {
            found = load(loader);
            Set<String> types = new HashSet<>();
            found.forEach(each -> types.add(each.getThreadContextType()));
            for (ClassLoader other : application) {
                if (other != loader) {
                    for (ThreadContextProvider each : load(other)) {
                        if (types.add(each.getThreadContextType())) {
                            found.add(each);
                        }
                    }
                }
            }
            providers = found = List.copyOf(found);
        }
        return found;
    }

    private List<ThreadContextProvider> load(ClassLoader from) {
        List<ThreadContextProvider> found = new ArrayList<>();
        try {
            ServiceLoader.load(ThreadContextProvider.class, from).forEach(found::add);
        } catch (ServiceConfigurationError e) {
            throw new IllegalStateException(name + ": a ThreadContextProvider cannot be loaded: " + e.getMessage(), e);
        }
        return found;
    }

    /** Returns true if the module has ended. */
    public boolean isClosed() {
        return closed;
    }

    /** Refuses contexts from now on. */
    public void close() {
        closed = true;
        RunningModules.INSTANCE.remove(key, this);
    }
}
