package io.keelson.ejb.container;

import io.keelson.ejb.invocation.BeanInstance;
import io.keelson.ejb.invocation.StatefulReplicas;
import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.spi.replica.ReplicatedGroup;
import io.keelson.kernel.spi.replica.ReplicatedObjects;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stateful beans of one kind as replicated objects: the group is the bean's, the state that of {@link InstanceState}. Thread-safe.
 * See docs/design/enterprise-beans.md.
 */
final class ReplicatedBeans implements StatefulReplicas {
    private static final int LONGEST_SECONDS = 20;

    private final DeployedBean bean;
    private final ComponentInstances instances;
    private final InstanceState state;
    private final ReplicatedObjects objects;
    /** Beans whose state cannot be written: they are on this server alone. */
    private final Set<Object> alone = ConcurrentHashMap.newKeySet();

    private volatile @Nullable ReplicatedGroup group;
    private volatile boolean said;

    ReplicatedBeans(DeployedBean bean, ComponentInstances instances, ReplicatedObjects objects) {
        this.bean = bean;
        this.instances = instances;
        this.objects = objects;
        this.state = new InstanceState(bean.module().loader(), bean.application()::keyOfStateful);
    }

    private ReplicatedGroup group() {
        ReplicatedGroup open = group;
        if (open == null) {
            throw new IllegalStateException("the stateful beans of " + bean + " are not open");
        }
        return open;
    }

    @Override
    public void open(Holder holder) {
        group = objects.open("ejb:" + bean, new ReplicatedGroup.Holder() {
            @Override
            public boolean retire(String id) {
                return holder.retire(UUID.fromString(id));
            }

            @Override
            public void release(String id) {
                holder.release(UUID.fromString(id));
            }
        });
    }

    @Override
    public void created(Object key, BeanInstance instance) {
        byte[] bytes = written(key, instance);
        if (bytes != null) {
            group().create(key.toString());
            try {
                await(key, bytes);
            } catch (IOException e) { // nobody has called it yet
                EjbLog.LOG.debugf(e, "the first state of %s of %s", key, bean);
            }
        }
    }

    /** Returns the state; null where it cannot be written. */
    private byte @Nullable [] written(Object key, BeanInstance instance) {
        try {
            if (instance.extended()) {
                throw new IOException("it has an extended persistence context");
            }
            return state.write(instance);
        } catch (IOException | RuntimeException e) {
            alone.add(key);
            if (!said) {
                said = true;
                EjbLog.LOG.notReplicated(
                        bean.name(), bean.module().deployment().name(), String.valueOf(e.getMessage()));
            }
            return null;
        }
    }

    @Override
    public boolean serves(Object key) {
        return alone.contains(key) || group().serves(key.toString());
    }

    @Override
    public boolean obtain(Object key, Function<BeanInstance, Runnable> keep) throws IOException {
        return group().obtain(key.toString(), bytes -> keep.apply(restored(key, bytes)));
    }

    private BeanInstance restored(Object key, byte[] bytes) {
        try {
            return instances.restore(key, () -> state.load(bytes));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // what a constructor or a callback of the application threw
            throw new IllegalStateException("the stateful bean " + bean + " cannot be made of its state: " + e, e);
        }
    }

    @Override
    public void changed(Object key, BeanInstance instance) throws IOException {
        if (alone.contains(key)) {
            return;
        }
        byte[] bytes = written(key, instance);
        if (bytes == null) {
            group().remove(key.toString()); // an older state must not come back
        } else {
            await(key, bytes);
        }
    }

    private void await(Object key, byte[] bytes) throws IOException {
        try {
            group().changed(key.toString(), bytes).toCompletableFuture().get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the thread was interrupted while it waited for the copy");
        } catch (TimeoutException e) {
            throw new IOException("the server with the copy does not answer", e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    @Override
    public void retired(Object key) {
        group().retired(key.toString());
    }

    @Override
    public void removed(Object key) {
        if (!alone.remove(key)) {
            group().remove(key.toString());
        }
    }

    @Override
    public void close() {
        ReplicatedGroup open = group;
        if (open != null) {
            open.close();
        }
    }
}
