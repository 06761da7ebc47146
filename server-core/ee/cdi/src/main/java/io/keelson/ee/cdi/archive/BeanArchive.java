package io.keelson.ee.cdi.archive;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.weld.bootstrap.api.ServiceRegistry;
import org.jboss.weld.bootstrap.api.helpers.SimpleServiceRegistry;
import org.jboss.weld.bootstrap.spi.BeanDeploymentArchive;
import org.jboss.weld.bootstrap.spi.BeansXml;
import org.jboss.weld.ejb.spi.EjbDescriptor;

/**
 * One bean archive as Weld sees it: the classes of a module, a library, or what the server adds. Filled by the deploying thread before
 * the container starts; extensions may add classes of their own while it starts.
 *
 * <p>Specification: CDI 4.1, 12 Packaging and deployment; CDI 4.1, 24 Packaging and deployment in CDI Full.
 */
public final class BeanArchive implements BeanDeploymentArchive {
    private final String id;
    private final ClassLoader loader;
    private final BeansXml descriptor;
    private final Set<String> known;
    private final Set<String> beans;
    private final Set<BeanDeploymentArchive> accessible = new LinkedHashSet<>();
    private final List<EjbDescriptor<?>> sessionBeans = new ArrayList<>();
    private final ServiceRegistry services = new SimpleServiceRegistry();
    private boolean excluded;

    /**
     * An archive that sees no other.
     *
     * @param id the same on every server that has the application
     * @param loader of its classes
     * @param descriptor its {@code beans.xml}
     * @param known all its classes
     * @param beans those of them that may be beans
     */
    public BeanArchive(
            String id, ClassLoader loader, BeansXml descriptor, Collection<String> known, Collection<String> beans) {
        this.id = id;
        this.loader = loader;
        this.descriptor = descriptor;
        this.known = new TreeSet<>(known);
        this.beans = new TreeSet<>(beans);
    }

    /** Lets it see others; itself is left out. */
    public void sees(Collection<? extends BeanDeploymentArchive> others) {
        accessible.addAll(others);
        accessible.remove(this);
    }

    /** Returns true if it has that class. */
    public boolean has(Class<?> type) {
        return known.contains(type.getName()) && ApplicationClassLoader.defines(loader, type);
    }

    /** Says that it is no bean archive: its enterprise beans are no beans of CDI either. */
    void exclude() {
        excluded = true;
    }

    /** Returns true if it is no bean archive, so that none of its classes is discovered. */
    public boolean isExcluded() {
        return excluded;
    }

    /** Takes a class that was in no archive. */
    public void add(Class<?> type) {
        known.add(type.getName());
    }

    /** Takes a session bean's class, which is a bean whatever its annotations. */
    public void addBean(Class<?> type) {
        known.add(type.getName());
        beans.add(type.getName());
    }

    /** The loader of its classes. */
    public ClassLoader loader() {
        return loader;
    }

    @Override
    public Collection<BeanDeploymentArchive> getBeanDeploymentArchives() {
        return List.copyOf(accessible);
    }

    @Override
    public Collection<String> getBeanClasses() {
        return beans;
    }

    @Override
    public Collection<String> getKnownClasses() {
        return known;
    }

    @Override
    public BeansXml getBeansXml() {
        return descriptor;
    }

    /** Adds a session bean, whose class it has. */
    public void add(EjbDescriptor<?> sessionBean) {
        sessionBeans.add(sessionBean);
    }

    @Override
    public Collection<EjbDescriptor<?>> getEjbs() {
        return sessionBeans;
    }

    @Override
    public ServiceRegistry getServices() {
        return services;
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public String toString() {
        return "bean archive " + id;
    }
}
