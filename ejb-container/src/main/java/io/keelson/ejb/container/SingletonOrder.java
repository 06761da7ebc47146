package io.keelson.ejb.container;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.BeanKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.naming.NamingException;

/**
 * The order in which singletons are made: those that one depends on come before it.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.8.1 Singleton Session Bean Initialization.
 */
public final class SingletonOrder {
    private final ApplicationBeans beans;

    /** Makes the order of an application's singletons. */
    public SingletonOrder(ApplicationBeans beans) {
        this.beans = beans;
    }

    /**
     * Returns a bean with all that it depends on, in the order in which they are made.
     *
     * @throws DeploymentException when one is missing, is no singleton, or they depend on one another in a circle
     */
    public List<DeployedBean> of(DeployedBean bean) throws DeploymentException {
        Set<DeployedBean> ordered = new LinkedHashSet<>();
        collect(bean, ordered, new LinkedHashSet<>());
        return new ArrayList<>(ordered);
    }

    private void collect(DeployedBean bean, Set<DeployedBean> ordered, Set<DeployedBean> open)
            throws DeploymentException {
        if (ordered.contains(bean)) {
            return;
        }
        if (!open.add(bean)) {
            throw new DeploymentException("singletons depend on one another in a circle: " + open
                    + " (Enterprise Beans 4.0 Core, 4.8.1); remove one @DependsOn");
        }
        for (String name : bean.model().singleton().dependsOn()) {
            collect(named(bean, name), ordered, open);
        }
        open.remove(bean);
        ordered.add(bean);
    }

    private DeployedBean named(DeployedBean bean, String name) throws DeploymentException {
        try {
            DeployedBean found = beans.named(
                    bean.module().deployment(),
                    name,
                    "@DependsOn of class " + bean.model().beanClass().getName());
            if (found.model().kind() != BeanKind.SINGLETON) {
                throw new DeploymentException("@DependsOn of class "
                        + bean.model().beanClass().getName() + " names " + name + ", which is no singleton");
            }
            return found;
        } catch (NamingException e) {
            throw new DeploymentException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Makes those singletons that one depends on.
     *
     * @throws DeploymentException when the initialisation of one fails
     */
    void openBefore(DeployedBean bean) throws DeploymentException {
        for (DeployedBean each : of(bean)) {
            if (each != bean) {
                open(each);
            }
        }
    }

    /**
     * Makes a singleton, and before it those that it depends on.
     *
     * @throws DeploymentException when the initialisation of one fails
     */
    public void open(DeployedBean bean) throws DeploymentException {
        try {
            Objects.requireNonNull(bean.pipeline().singleton()).open();
        } catch (Throwable e) { // an application's code may throw anything; it fails, the server does not
            throw new DeploymentException("the singleton " + bean + " could not be initialised: " + e, e);
        }
    }
}
