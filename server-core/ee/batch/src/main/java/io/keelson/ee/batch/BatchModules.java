package io.keelson.ee.batch;

import io.keelson.kernel.context.InvocationContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jberet.spi.JobOperatorContext;
import org.jberet.spi.JobOperatorContextSelector;
import org.jspecify.annotations.Nullable;

/**
 * The modules with jobs by class loader. JBeret has one selector a JVM, which finds the module of the calling thread here. Thread-safe.
 */
final class BatchModules implements JobOperatorContextSelector {
    private static final BatchModules OF_JVM = new BatchModules();

    private final Map<ClassLoader, BatchModule> byLoader = new ConcurrentHashMap<>();

    /** Those of this JVM. */
    static BatchModules ofJvm() {
        return OF_JVM;
    }

    void add(ClassLoader loader, BatchModule module) {
        byLoader.put(loader, module);
    }

    void remove(ClassLoader loader) {
        byLoader.remove(loader);
    }

    @Override
    public JobOperatorContext getJobOperatorContext() {
        InvocationContext context = InvocationContext.current();
        BatchModule found = context == null ? null : within(context.classLoader());
        if (found == null) {
            found = within(Thread.currentThread().getContextClassLoader());
        }
        if (found == null) {
            throw new IllegalStateException(
                    "there is no job operator for this thread: it belongs to no application that uses Jakarta Batch");
        }
        return found.operator();
    }

    private @Nullable BatchModule within(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            BatchModule found = byLoader.get(at);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
