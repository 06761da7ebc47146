package io.keelson.ee.cdi;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.component.spi.BeanExtensions;
import io.keelson.component.spi.MessageDrivenBean;
import io.keelson.component.spi.ResourceInjection;
import io.keelson.component.spi.SessionBean;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.cdi.archive.BeanArchive;
import io.keelson.ee.cdi.messaging.MessagingExtension;
import io.keelson.ee.cdi.service.ApplicationClasses;
import io.keelson.ee.cdi.service.ApplicationProxies;
import io.keelson.ee.cdi.service.ComponentResources;
import io.keelson.ee.cdi.service.CurrentCaller;
import io.keelson.ee.cdi.service.CurrentTransactions;
import io.keelson.ee.cdi.service.ObserverThreads;
import io.keelson.ee.cdi.service.ResourceProxies;
import io.keelson.ee.cdi.session.BeanDescriptor;
import io.keelson.ee.cdi.session.ContainedBean;
import io.keelson.ee.cdi.session.MessageDrivenDescriptor;
import io.keelson.ee.cdi.session.MessageDrivenTypes;
import io.keelson.ee.cdi.session.SessionBeanDescriptor;
import io.keelson.ee.cdi.session.SessionObjects;
import io.keelson.ee.cdi.transaction.TransactionExtension;
import io.keelson.ee.cdi.web.ComponentTypes;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jboss.weld.bootstrap.api.ServiceRegistry;
import org.jboss.weld.bootstrap.spi.BeanDeploymentArchive;
import org.jboss.weld.bootstrap.spi.BeansXml;
import org.jboss.weld.bootstrap.spi.EEModuleDescriptor;
import org.jboss.weld.bootstrap.spi.EEModuleDescriptor.ModuleType;
import org.jboss.weld.bootstrap.spi.helpers.EEModuleDescriptorImpl;
import org.jboss.weld.configuration.spi.ExternalConfiguration;
import org.jboss.weld.ejb.spi.EjbServices;
import org.jboss.weld.injection.spi.InjectionServices;
import org.jboss.weld.manager.api.ExecutorServices;
import org.jboss.weld.manager.api.WeldManager;
import org.jboss.weld.resources.spi.ResourceLoader;
import org.jboss.weld.security.spi.SecurityServices;
import org.jboss.weld.serialization.spi.ProxyServices;
import org.jboss.weld.transaction.spi.TransactionServices;

/**
 * Puts an application together for Weld: which archive sees which, and the services of each. An archive sees those of
 * its own loader and of its loader's parents; all see the server's, which sees all. Confined to the deploying thread.
 *
 * <p>Specification: CDI 4.1, 12.1 Bean archives; Jakarta EE Platform 11, 8.3 Class Loading Requirements.
 *
 * @param application its name
 * @param services the server's
 * @param modules at least one
 * @param shared archives of the libraries that all modules share
 */
record ContainerAssembly(
        String application, ServiceLookup services, List<BeanModule> modules, List<BeanArchive> shared) {
    /**
     * Makes it.
     *
     * @param manager the bean manager of an archive; asked when the container runs
     */
    ServerDeployment make(Function<BeanDeploymentArchive, ? extends WeldManager> manager) throws DeploymentException {
        BeanArchive server = new BeanArchive(
                application + "#server",
                ContainerAssembly.class.getClassLoader(),
                BeansXml.EMPTY_BEANS_XML,
                List.of(),
                List.of());
        List<BeanArchive> all = new ArrayList<>();
        modules.forEach(module -> all.addAll(module.archives().all()));
        all.addAll(shared);
        for (BeanArchive archive : all) {
            archive.sees(all.stream()
                    .filter(other -> isBelow(archive.loader(), other.loader()))
                    .toList());
            archive.sees(List.of(server));
        }
        server.sees(all);
        ResourceInjection callers = new CallersInjection(modules);
        for (BeanModule module : modules) {
            ResourceInjection own = module.resources();
            ResourceInjection ofInterceptors = BeanModule.isWeb(module.deployment()) ? own : callers;
            module.archives()
                    .all()
                    .forEach(archive -> serve(
                            archive, module.deployment(), type(module), new ComponentResources(own, ofInterceptors)));
        }
        MessageDrivenTypes messageDriven = new MessageDrivenTypes();
        SessionObjects objects = enterpriseBeans(all, manager, messageDriven);
        Deployment first = modules.get(0).deployment();
        ComponentResources ofCallers = new ComponentResources(callers, callers);
        shared.forEach(archive -> serve(archive, first, ModuleType.EAR, ofCallers));
        serve(server, first, ModuleType.EAR, ofCallers);
        all.add(server);
        ServerDeployment deployment = new ServerDeployment(all, server, extensions(messageDriven));
        serve(deployment.getServices(), first);
        deployment.getServices().add(EjbServices.class, objects);
        return deployment;
    }

    /** Each enterprise bean belongs to the archive that has its class. */
    private SessionObjects enterpriseBeans(
            List<BeanArchive> all,
            Function<BeanDeploymentArchive, ? extends WeldManager> manager,
            MessageDrivenTypes messageDriven) {
        SessionObjects objects = new SessionObjects();
        Set<String> ids = new HashSet<>();
        for (BeanModule module : modules) {
            for (SessionBean bean : module.sessionBeans()) {
                SessionBeanDescriptor descriptor = new SessionBeanDescriptor(id(ids, module, bean.name()), bean);
                BeanArchive archive = archive(descriptor, module, all);
                bean.served(new ContainedBean(descriptor, () -> manager.apply(archive)));
                if (discovered(descriptor, archive)) {
                    objects.add(descriptor);
                }
            }
            for (MessageDrivenBean bean : module.messageDrivenBeans()) {
                MessageDrivenDescriptor descriptor =
                        new MessageDrivenDescriptor(id(ids, module, bean.name()), bean.beanClass());
                BeanArchive archive = archive(descriptor, module, all);
                ContainedBean contained = new ContainedBean(descriptor, () -> manager.apply(archive));
                bean.served(contained);
                if (discovered(descriptor, archive)) {
                    messageDriven.add(contained);
                    objects.add(descriptor);
                }
            }
        }
        return objects;
    }

    private static BeanArchive archive(BeanDescriptor descriptor, BeanModule module, List<BeanArchive> all) {
        return all.stream()
                .filter(each -> each.has(descriptor.getBeanClass()))
                .findFirst()
                .orElse(module.archives().main());
    }

    /** Makes an enterprise bean one of CDI. One that is in no bean archive is only injected. */
    private static boolean discovered(BeanDescriptor descriptor, BeanArchive archive) {
        if (archive.isExcluded()) {
            return false;
        }
        archive.addBean(descriptor.getBeanClass());
        archive.add(descriptor);
        return true;
    }

    /**
     * The bean's name, which extensions see; with its module's where one before has the same. Modules have the same order on each server.
     */
    private static String id(Set<String> ids, BeanModule module, String name) {
        String id = ids.contains(name) ? module.deployment().name() + "#" + name : name;
        ids.add(id);
        return id;
    }

    private List<org.jboss.weld.bootstrap.spi.Metadata<Extension>> extensions(MessageDrivenTypes messageDriven)
            throws DeploymentException {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        modules.forEach(module -> loaders.add(module.deployment().classLoader()));
        List<Extension> own = new ArrayList<>();
        transactions()
                .ifPresent(t -> own.add(new TransactionExtension(
                        t.manager(),
                        services.find(TransactionControl.class)
                                .orElseThrow(() ->
                                        new IllegalStateException("a server with transactions has their control")),
                        t.registry())));
        own.add(new MessagingExtension(
                services.find(TransactionSynchronizationRegistry.class).orElse(null)));
        ComponentTypes components = new ComponentTypes();
        for (BeanModule module : modules) {
            components.add(module.deployment());
        }
        own.add(components);
        own.add(messageDriven);
        own.add(new ResourceProxies());
        BeanExtensions given = modules.get(0).deployment().shared(BeanExtensions.class, BeanExtensions::new);
        given.all().stream().map(Extension.class::cast).forEach(own::add);
        return ApplicationExtensions.of(loaders, own, given.leftOut());
    }

    private static boolean isBelow(ClassLoader loader, ClassLoader other) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at == other) {
                return true;
            }
        }
        return false;
    }

    private static ModuleType type(BeanModule module) {
        return BeanModule.isWeb(module.deployment()) ? ModuleType.WEB : ModuleType.EJB_JAR;
    }

    /** The services of one archive. */
    private void serve(BeanArchive archive, Deployment module, ModuleType type, ComponentResources resources) {
        ServiceRegistry of = archive.getServices();
        of.add(ResourceLoader.class, new ApplicationClasses(archive.loader()));
        of.add(InjectionServices.class, resources);
        String id = type == ModuleType.EAR ? application + "#shared" : module.name();
        of.add(EEModuleDescriptor.class, new EEModuleDescriptorImpl(id, type));
    }

    private void serve(ServiceRegistry of, Deployment first) {
        ClassLoader loader = first.classLoader();
        of.add(ExternalConfiguration.class, ContainerConfiguration.SERVER);
        of.add(ProxyServices.class, new ApplicationProxies(loader, ContainerAssembly.class.getClassLoader()));
        of.add(ExecutorServices.class, new ObserverThreads(application, loader, first.workManager()));
        of.add(SecurityServices.class, new CurrentCaller());
        of.add(ResourceLoader.class, new ApplicationClasses(loader));
        transactions().ifPresent(transactions -> of.add(TransactionServices.class, transactions));
    }

    /** Empty on a server without transactions, as in some tests. */
    private Optional<CurrentTransactions> transactions() {
        return services.find(TransactionManager.class)
                .flatMap(manager -> services.find(TransactionSynchronizationRegistry.class)
                        .flatMap(registry -> services.find(UserTransaction.class)
                                .map(user -> new CurrentTransactions(manager, registry, user))));
    }
}
