package io.keelson.ejb.container;

import io.keelson.ejb.invocation.BeanInstance;
import io.keelson.ejb.invocation.Passivation;
import io.keelson.ejb.log.EjbLog;
import jakarta.ejb.NoSuchEJBException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The stateful beans of one kind on disk. The state in a file is that of {@link InstanceState}; it is read by its filter. Thread-safe. See
 * docs/design/enterprise-beans.md.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.2.1 Instance Passivation and Conversational State.
 */
final class PassivatedBeans implements Passivation {
    private final DeployedBean bean;
    private final ComponentInstances instances;
    private final ContainerServices services;
    private final InstanceState state;
    private final StateFiles files;
    private volatile boolean said;
    private volatile boolean refused;

    PassivatedBeans(DeployedBean bean, ComponentInstances instances, ContainerServices services) {
        this.bean = bean;
        this.instances = instances;
        this.services = services;
        this.state = new InstanceState(bean.module().loader(), bean.application()::keyOfStateful);
        Path ofServer = services.passivated();
        this.files = StateFiles.of(ofServer, bean.module().deployment().name(), bean.name());
    }

    private String module() {
        return bean.module().deployment().name();
    }

    @Override
    public int mostInMemory() {
        Integer own = bean.model().stateful().cache().most();
        return own == null ? services.settings().get().maxBeansInCache() : own;
    }

    @Override
    public Duration idle() {
        Duration own = bean.model().stateful().cache().idle();
        return own == null ? services.settings().get().statefulIdleTimeout() : own;
    }

    /** A state that cannot be serialised. */
    private static final class Unwritable extends Exception {
        private static final long serialVersionUID = 1L;

        Unwritable(Exception cause) {
            super(cause.getMessage(), cause);
        }
    }

    @Override
    public Outcome write(Object key, BeanInstance instance) {
        if (instance.extended()) {
            return resident("it has an extended persistence context");
        }
        try {
            Object written = instances.passivate(key, instance, () -> store(key, instance), this::failed);
            if (written == null) {
                return Outcome.FAILED;
            }
            if (refused) {
                refused = false;
                EjbLog.LOG.passivationAgain(bean.name(), module());
            }
            return Outcome.WRITTEN;
        } catch (Unwritable e) {
            return resident(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            if (!refused) {
                refused = true;
                EjbLog.LOG.passivationRefused(bean.name(), module(), e.toString());
            }
            return Outcome.REFUSED;
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the stateful bean " + bean + " cannot be written: " + e, e);
        }
    }

    private Object store(Object key, BeanInstance instance) throws Throwable {
        byte[] bytes;
        try {
            bytes = (byte[]) Objects.requireNonNull(bean.inModule(() -> state.write(instance)));
        } catch (IOException | RuntimeException e) {
            throw new Unwritable(e);
        }
        files.write(key, bytes);
        return bytes;
    }

    private Outcome resident(String why) {
        if (!said) {
            said = true;
            EjbLog.LOG.notPassivated(bean.name(), module(), why);
        }
        return Outcome.RESIDENT;
    }

    private void failed(Throwable thrown) {
        EjbLog.LOG.prePassivateFailed(bean.name(), module(), thrown);
    }

    @Override
    public BeanInstance read(Object key) throws Throwable {
        byte[] bytes;
        try {
            bytes = files.read(key);
        } catch (IOException e) {
            throw unreadable(key, e);
        }
        AtomicBoolean loaded = new AtomicBoolean();
        BeanInstance restored;
        try {
            restored = instances.restore(key, () -> {
                InstanceState.Stored stored = state.load(bytes);
                loaded.set(true);
                return stored;
            });
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw loaded.get() && e instanceof RuntimeException ? e : unreadable(key, e);
        }
        files.remove(key);
        return restored;
    }

    private NoSuchEJBException unreadable(Object key, Exception why) {
        String file = files.file(key).toString();
        EjbLog.LOG.passivatedUnreadable(file, String.valueOf(why.getMessage()));
        NoSuchEJBException gone = new NoSuchEJBException("KLS-150022: the stateful bean " + bean.name()
                + " cannot be read from disk and has ended; look it up again");
        gone.initCause(why);
        return gone;
    }

    @Override
    public void remove(Object key) {
        files.remove(key);
    }

    @Override
    public void close() {
        files.clear();
    }
}
