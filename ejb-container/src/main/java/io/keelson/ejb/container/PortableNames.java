package io.keelson.ejb.container;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.ProvidedObject;
import java.util.List;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Binds the portable names of session beans.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.4 Global JNDI Access.
 */
public final class PortableNames {
    private final BeanModule module;
    private final ComponentNames names;

    /** Makes the names of a module. */
    public PortableNames(BeanModule module) {
        this.module = module;
        this.names = module.names();
    }

    /** Binds the names of a bean, which go with the module. */
    public void bind(DeployedBean bean) throws DeploymentException {
        List<Class<?>> views = bean.model().views().all(bean.model().beanClass());
        for (Class<?> view : views) {
            if (bean.hasView(view)) {
                ProvidedObject value = () -> bean.referenceFor(caller(), view);
                bind(bean, "!" + view.getName(), value);
                if (views.size() == 1) {
                    bind(bean, "", value);
                }
            }
        }
    }

    /** The loader of the code that looks a name up; null: the thread works for no application. */
    static @Nullable ClassLoader caller() {
        InvocationContext context = InvocationContext.current();
        return context == null ? Thread.currentThread().getContextClassLoader() : context.classLoader();
    }

    private void bind(DeployedBean bean, String view, ProvidedObject value) throws DeploymentException {
        String inApplication = module.name() + "/" + bean.name() + view;
        String global = "java:global/" + module.applicationPrefix() + inApplication;
        try {
            names.bind("java:module/" + bean.name() + view, value);
            names.bind("java:app/" + inApplication, value);
            global(bean, global, value);
        } catch (NamingException e) {
            throw new DeploymentException("bean " + bean + " cannot be bound: " + e.getMessage(), e);
        }
    }

    private void global(DeployedBean bean, String name, ProvidedObject value) throws NamingException {
        try {
            names.bind(name, value);
        } catch (NameAlreadyBoundException e) {
            if (VersionedName.versionOf(module.deployment().name()) == null) {
                throw e;
            }
            EjbLog.LOG.nameTaken(bean.name(), module.deployment().name(), name);
        }
    }
}
