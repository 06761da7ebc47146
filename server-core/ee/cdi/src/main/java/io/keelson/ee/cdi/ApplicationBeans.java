package io.keelson.ee.cdi;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.ee.cdi.archive.ArchiveReader;
import io.keelson.ee.cdi.archive.BeanArchive;
import io.keelson.ee.cdi.service.BeanContainer;
import io.keelson.ee.cdi.service.BeanContainers;
import io.keelson.kernel.context.InvocationContext;
import jakarta.enterprise.inject.spi.BeanManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.weld.bean.builtin.BeanManagerProxy;
import org.jboss.weld.bootstrap.WeldBootstrap;
import org.jboss.weld.bootstrap.spi.BeanDeploymentArchive;
import org.jboss.weld.manager.BeanManagerImpl;
import org.jspecify.annotations.Nullable;

/**
 * The container of one application. The deploying thread prepares, starts and ends it; its bean managers are safe on every thread while
 * it runs. See docs/design/cdi.md.
 *
 * <p>Specification: CDI 4.1, 12.3 Bean discovery; CDI 4.1, 24.2 Application initialization lifecycle in CDI Full.
 */
final class ApplicationBeans implements BeanContainer {
    private final String application;
    private final ServiceLookup services;
    private final WeldBootstrap bootstrap = new WeldBootstrap();
    private final List<Deployment> waiting = new ArrayList<>();
    private final List<BeanModule> modules = new ArrayList<>();
    private final Set<Deployment> running = new LinkedHashSet<>();
    private List<BeanArchive> shared = List.of();
    private volatile @Nullable ServerDeployment deployed;

    ApplicationBeans(String application, ServiceLookup services) {
        this.application = application;
        this.services = services;
    }

    @Override
    public String id() {
        return application;
    }

    /** A module is prepared. */
    void add(Deployment module) {
        waiting.add(module);
    }

    /** All modules are prepared: reads their bean archives and those of the libraries that they share. */
    void read(WholeApplication whole) throws DeploymentException {
        ArchiveReader reader = new ArchiveReader(bootstrap);
        for (Deployment module : waiting) {
            modules.add(new BeanModule(module, reader.module(module, whole.sharedIndex())));
        }
        ClassLoader loader = whole.sharedClassLoader().orElse(null);
        if (loader != null && !waiting.isEmpty()) {
            // Those of a resource adapter are seen by all modules, and read with it.
            Set<Path> read = waiting.stream()
                    .flatMap(module -> module.archive().libraries().stream())
                    .map(Archive.Library::path)
                    .collect(Collectors.toSet());
            List<Archive.Library> libraries = waiting.get(0).archive().sharedLibraries().stream()
                    .filter(library -> !read.contains(library.path()))
                    .toList();
            shared = reader.shared(application, libraries, loader, whole.sharedIndex());
        }
    }

    /** A module starts; with the first of them, the container. Runs in the module's context. */
    void start(Deployment module) throws DeploymentException {
        running.add(module);
        if (deployed == null) {
            modules.forEach(each -> BeanContainers.ofJvm().add(each.deployment().classLoader(), this));
            module.sharedClassLoader()
                    .ifPresent(loader -> BeanContainers.ofJvm().add(loader, this));
            ServerDeployment made = new ContainerAssembly(application, services, modules, shared).make(this::manager);
            ContainerStart start = new ContainerStart(bootstrap, application, made);
            deployed = made;
            start.run();
        }
    }

    /** A module has ended; with the last of them, the container ends. Does not throw. */
    void stop(Deployment module) {
        running.remove(module);
        if (!running.isEmpty()) {
            return;
        }
        if (deployed != null) {
            ContainerStart.end(bootstrap, application);
            deployed = null;
        }
        modules.forEach(each -> BeanContainers.ofJvm().remove(each.deployment().classLoader()));
        module.sharedClassLoader().ifPresent(loader -> BeanContainers.ofJvm().remove(loader));
        modules.clear();
        waiting.clear();
        shared = List.of();
    }

    /** The bean manager of a module's own classes. */
    BeanManagerImpl manager(Deployment module) {
        return manager(of(module).archives().main());
    }

    /** The bean manager of a module as its components see it. */
    BeanManager beanManager(Deployment module) {
        return new BeanManagerProxy(manager(module));
    }

    /** The bean manager of the archive that a class is in; that of the module for a class in none. */
    BeanManagerImpl managerOf(Deployment module, Class<?> type) {
        BeanDeploymentArchive archive = running().getBeanDeploymentArchive(type);
        return archive == null ? manager(module) : manager(archive);
    }

    @Override
    public BeanManager beanManager() {
        InvocationContext context = InvocationContext.current();
        ClassLoader loader = context == null ? Thread.currentThread().getContextClassLoader() : context.classLoader();
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            for (BeanModule module : modules) {
                if (module.deployment().classLoader() == at) {
                    return beanManager(module.deployment());
                }
            }
        }
        return beanManager(modules.get(0).deployment());
    }

    @Override
    public BeanManager beanManager(Class<?> caller) {
        BeanDeploymentArchive archive = running().getBeanDeploymentArchive(caller);
        return archive == null ? beanManager() : new BeanManagerProxy(manager(archive));
    }

    private BeanModule of(Deployment module) {
        return modules.stream()
                .filter(each -> each.deployment() == module)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the CDI container of " + application + " has ended"));
    }

    private BeanManagerImpl manager(BeanDeploymentArchive archive) {
        running();
        return Objects.requireNonNull(
                bootstrap.getManager(archive), () -> "the CDI container of " + application + " has no " + archive);
    }

    private ServerDeployment running() {
        ServerDeployment now = deployed;
        if (now == null) {
            throw new IllegalStateException("the CDI container of " + application + " does not run");
        }
        return now;
    }
}
