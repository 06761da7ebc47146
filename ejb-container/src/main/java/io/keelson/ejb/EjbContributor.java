package io.keelson.ejb;

import io.keelson.api.remote.DispatchPolicy;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkScope;
import io.keelson.component.ComponentContributor;
import io.keelson.component.descriptor.ComponentDeclarations;
import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.ModuleName;
import io.keelson.component.descriptor.ResourceAnnotations;
import io.keelson.component.environment.ClassAnnotations;
import io.keelson.component.environment.Environment;
import io.keelson.component.role.RoleMapping;
import io.keelson.component.spi.BeanAuthorization;
import io.keelson.component.spi.InjectionSources;
import io.keelson.component.spi.MessageDrivenBean;
import io.keelson.component.spi.MessageDrivenBeans;
import io.keelson.component.spi.SessionBean;
import io.keelson.component.spi.SessionBeans;
import io.keelson.component.work.ModuleWork;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.ejb.container.ApplicationBeans;
import io.keelson.ejb.container.BeanInjection;
import io.keelson.ejb.container.BeanInterception;
import io.keelson.ejb.container.BeanModule;
import io.keelson.ejb.container.BeanNames;
import io.keelson.ejb.container.CdiMessageView;
import io.keelson.ejb.container.CdiView;
import io.keelson.ejb.container.ContainerMethods;
import io.keelson.ejb.container.ContainerServices;
import io.keelson.ejb.container.DeployedBean;
import io.keelson.ejb.container.JndiNames;
import io.keelson.ejb.container.ModuleEntities;
import io.keelson.ejb.container.PortableNames;
import io.keelson.ejb.container.SingletonOrder;
import io.keelson.ejb.context.CurrentBean;
import io.keelson.ejb.descriptor.EjbJar;
import io.keelson.ejb.descriptor.InterceptorDeclarations;
import io.keelson.ejb.descriptor.ModuleReader;
import io.keelson.ejb.descriptor.OtherServersEjbJar;
import io.keelson.ejb.descriptor.WeblogicEjbJar;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.management.EjbAdministration;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.ProvidedObject;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.bean.TimerName;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.DotName;
import org.jspecify.annotations.Nullable;

/**
 * Gives applications their enterprise beans: those of EJB modules, and those of web modules and their libraries. See
 * docs/design/enterprise-beans.md.
 *
 * <ol>
 *   <li>{@code inspect}: an EJB module gets its descriptor of names.
 *   <li>{@code prepare}: the module's references to beans are served from now on.
 *   <li>{@code prepared}: the bean classes of all modules are loaded, read and checked, when every provider has seen the classes that it
 *   weaves.
 *   <li>{@code start}: names are bound, startup singletons are made.
 * </ol>
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapters 4, 10, 14; Jakarta EE Platform 11, 8.4.2 Deploying a Jakarta EE Application.
 */
final class EjbContributor implements Contributor {
    static final String NAME = "ejb";

    private static final List<DotName> KINDS =
            List.of(Stateless.class, Stateful.class, Singleton.class, MessageDriven.class).stream()
                    .map(type -> DotName.createSimple(type.getName()))
                    .toList();

    /** An application that ends waits so long for timers that fire. */
    private static final int LONGEST_FIRING_SECONDS = 30;

    private final ContainerServices services;
    private final EjbAdministration administration;

    EjbContributor(ContainerServices services, EjbAdministration administration) {
        this.services = services;
        this.administration = administration;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of(ComponentContributor.NAME, "jpa", "validation", "cdi", "security");
    }

    @Override
    public Set<ModuleKind> containerOf() {
        return Set.of(ModuleKind.ENTERPRISE_BEANS, ModuleKind.WEB);
    }

    @Override
    public void descriptors(Deployment deployment) throws DeploymentException {
        EjbJar descriptor = EjbJar.read(deployment);
        deployment.attach(EjbJar.class, descriptor);
        ModuleName named = descriptor.moduleName();
        if (named != null && deployment.kind().equals(ModuleKind.ENTERPRISE_BEANS)) {
            deployment.attach(ModuleName.class, named);
        }
        WeblogicEjbJar weblogic = WeblogicEjbJar.read(deployment);
        deployment.attach(WeblogicEjbJar.class, weblogic);
        OtherServersEjbJar others = OtherServersEjbJar.read(deployment);
        deployment.attach(OtherServersEjbJar.class, others);
        Map<String, Set<String>> roles = new LinkedHashMap<>(others.roles());
        roles.putAll(weblogic.roles());
        if (!roles.isEmpty()) {
            deployment.attach(RoleMapping.class, new RoleMapping(Set.of(), Map.copyOf(roles), true));
        }
    }

    /**
     * The names of an EJB module; those that the descriptor of a web module declares for its beans are added to the
     * module's own by its container.
     */
    @Override
    public void inspect(Deployment deployment) throws DeploymentException {
        EjbJar descriptor = deployment.attachment(EjbJar.class).orElse(EjbJar.NONE);
        ComponentDeclarations declarations = new ComponentDeclarations();
        boolean module = deployment.kind().equals(ModuleKind.ENTERPRISE_BEANS);
        Set<String> differing = descriptor.names(deployment.name(), declarations, !module);
        if (module && !descriptor.complete()) {
            ComponentDeclarations annotations = new ComponentDeclarations();
            ResourceAnnotations.read(deployment.index(), deployment.name(), annotations);
            declarations.under(annotations);
        }
        Map<String, String> mapped = mapped(deployment, module);
        if (module) {
            deployment.attach(BeanNames.class, new BeanNames(deployment, mapped, differing));
        }
        deployment.attach(ComponentDescriptor.class, declarations.build(mapped, module && descriptor.complete()));
    }

    private static Map<String, String> mapped(Deployment deployment, boolean module) throws DeploymentException {
        if (!module) {
            return Map.of();
        }
        Map<String, String> mapped = new LinkedHashMap<>(deployment
                .attachment(OtherServersEjbJar.class)
                .orElse(OtherServersEjbJar.NONE)
                .references());
        mapped.putAll(deployment
                .attachment(WeblogicEjbJar.class)
                .orElse(WeblogicEjbJar.NONE)
                .mapped());
        return mapped;
    }

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        ApplicationBeans beans = deployment.shared(
                ApplicationBeans.class, () -> new ApplicationBeans(deployment.application(), services));
        deployment.attach(ApplicationBeans.class, beans);
        deployment
                .attachment(InjectionSources.class)
                .ifPresent(sources -> sources.add(new BeanInjection(BeanModule.of(deployment), beans)));
    }

    @Override
    public void prepared(WholeApplication application) throws DeploymentException {
        for (Deployment module : application.modules()) {
            ApplicationBeans beans = module.attachment(ApplicationBeans.class).orElse(null);
            if (beans != null) {
                read(module, beans);
            }
        }
        for (Deployment module : application.modules()) {
            ApplicationBeans beans = module.attachment(ApplicationBeans.class).orElse(null);
            if (beans != null) {
                SingletonOrder order = new SingletonOrder(beans);
                for (DeployedBean bean : beans.of(module)) {
                    order.of(bean);
                }
            }
        }
    }

    private void read(Deployment module, ApplicationBeans beans) throws DeploymentException {
        EjbJar descriptor = module.attachment(EjbJar.class).orElse(EjbJar.NONE);
        ModuleReader reader = new ModuleReader(module, descriptor);
        BeanModule of = BeanModule.of(module);
        WeblogicEjbJar weblogic = module.attachment(WeblogicEjbJar.class).orElse(WeblogicEjbJar.NONE);
        InterceptorDeclarations interceptors = new InterceptorDeclarations(descriptor, module.classLoader());
        WorkScope work = ModuleWork.scope(module, "ejb", WeblogicEjbJar.file(module), weblogic.workManagers());
        for (BeanModel model : reader.read(annotated(module, descriptor))) {
            try {
                beans.add(new DeployedBean(
                        model,
                        of,
                        services,
                        beans,
                        new BeanInterception(
                                interceptors.of(model), interceptors.ofBean(model), interceptors.ofInterceptors()),
                        weblogic.byReference(model.name()),
                        weblogic.calls(model),
                        work(work, weblogic, model)));
            } catch (IllegalArgumentException e) {
                throw new DeploymentException("bean " + model.beanClass().getName() + ": " + e.getMessage(), e);
            }
        }
        ModuleEntities.attach(module, beans);
        module.attach(
                SessionBeans.class,
                new SessionBeans(beans.of(module).stream()
                        .filter(bean -> bean.model().kind().session())
                        .<SessionBean>map(CdiView::new)
                        .toList()));
        module.attach(
                MessageDrivenBeans.class,
                new MessageDrivenBeans(beans.of(module).stream()
                        .filter(bean -> bean.model().kind() == BeanKind.MESSAGE_DRIVEN)
                        .<MessageDrivenBean>map(CdiMessageView::new)
                        .toList()));
    }

    /** Returns the work manager of a bean: what the descriptor names, then the annotation of its class, then the module's. */
    private static WorkManager work(WorkScope scope, WeblogicEjbJar weblogic, BeanModel bean)
            throws DeploymentException {
        Element declared = weblogic.dispatch(bean.name());
        DispatchPolicy annotated = bean.beanClass().getAnnotation(DispatchPolicy.class);
        if (declared == null) {
            return annotated == null ? scope.standard() : scope.named(annotated.value());
        }
        try {
            return scope.named(declared.requiredText());
        } catch (IllegalArgumentException e) {
            throw new DeploymentException(declared.location() + ": " + e.getMessage(), e);
        }
    }

    /** Policies are told one rule for all interfaces of a bean; where the interfaces differ that is the strictest. */
    private static AccessRule access(BeanMethod method) {
        boolean same = method.byInterface().values().stream()
                .allMatch(rules -> rules.access().equals(method.access()));
        return same ? method.access() : new AccessRule.DenyAll();
    }

    private static BeanAuthorization.Bean rules(BeanModel model, EjbJar descriptor) throws DeploymentException {
        Map<Method, AccessRule> rules = ContainerMethods.rules(descriptor, model);
        for (BeanMethod method : model.methods()) {
            rules.put(method.method(), access(method));
        }
        Map<Method, Set<String>> methods = new LinkedHashMap<>();
        Set<Method> open = new LinkedHashSet<>();
        rules.forEach((method, access) -> {
            if (access instanceof AccessRule.PermitAll) {
                open.add(method);
            } else {
                methods.put(method, access instanceof AccessRule.RolesAllowed named ? named.roles() : Set.of());
            }
        });
        BeanModel.Security security = model.security();
        return new BeanAuthorization.Bean(model.name(), methods, open, security.links(), security.declared());
    }

    private static Set<String> annotated(Deployment module, EjbJar descriptor) {
        Set<String> classes = new TreeSet<>();
        boolean complete = descriptor.complete()
                || descriptor.equals(EjbJar.NONE)
                        && module.attachment(ComponentDescriptor.class)
                                .map(ComponentDescriptor::complete)
                                .orElse(false);
        if (!complete) {
            for (DotName kind : KINDS) {
                module.index().getAnnotations(kind).stream()
                        .filter(each -> each.target() != null && each.target().kind() == AnnotationTarget.Kind.CLASS)
                        .forEach(each ->
                                classes.add(each.target().asClass().name().toString()));
            }
        }
        return classes;
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        ApplicationBeans beans = beans(deployment);
        List<DeployedBean> own = beans.of(deployment);
        if (own.isEmpty()) {
            return;
        }
        BeanAuthorization policies =
                deployment.attachment(BeanAuthorization.class).orElse(null);
        if (policies != null) {
            EjbJar descriptor = deployment.attachment(EjbJar.class).orElse(EjbJar.NONE);
            List<BeanAuthorization.Bean> rules = new ArrayList<>();
            for (DeployedBean bean : own) {
                rules.add(rules(bean.model(), descriptor));
            }
            policies.beans(rules, BeanModule.of(deployment).roles());
        }
        try {
            beans.loadTimers();
        } catch (IOException e) {
            throw new DeploymentException("the timers of " + deployment.application() + " cannot be read: " + e, e);
        }
        bindContext(deployment);
        declareNames(deployment, own);
        BeanNames ofBeans = deployment.attachment(BeanNames.class).orElse(null);
        if (ofBeans != null) {
            ofBeans.give(own);
        }
        PortableNames names = new PortableNames(BeanModule.of(deployment));
        JndiNames inServer = new JndiNames(services.naming(), BeanModule.of(deployment));
        for (DeployedBean bean : own) {
            names.bind(bean);
            inServer.bind(bean);
        }
        ModuleEntities entities = deployment.attachment(ModuleEntities.class).orElse(null);
        if (entities != null) {
            entities.makeTables(services.production());
        }
        for (DeployedBean bean : own) {
            started(bean);
            if (bean.model().kind() == BeanKind.MESSAGE_DRIVEN) {
                beans.addEndpoint(bean);
            }
        }
        own.forEach(DeployedBean::openHandles);
        deployment
                .attachment(RemoteObjects.Application.class)
                .ifPresent(remote -> own.forEach(bean -> bean.open(remote)));
        SingletonOrder order = new SingletonOrder(beans);
        for (DeployedBean bean : own) {
            if (bean.model().singleton().startup()) {
                order.open(bean);
            }
        }
        EjbLog.LOG.started(
                deployment.name(),
                own.size(),
                own.stream().map(DeployedBean::name).collect(Collectors.joining(", ")));
    }

    /** Beans and interceptors may stand in libraries, whose other classes declare nothing (4.5). */
    private static void declareNames(Deployment deployment, List<DeployedBean> beans) throws DeploymentException {
        boolean complete = deployment
                .attachment(ComponentDescriptor.class)
                .map(ComponentDescriptor::complete)
                .orElse(false);
        if (complete) {
            return;
        }
        ClassAnnotations annotations =
                new ClassAnnotations(deployment.attachment(Environment.class).orElseThrow(), deployment.classLoader());
        for (DeployedBean bean : beans) {
            for (Class<?> component : bean.components()) {
                annotations.declareMembers(component);
            }
        }
    }

    private static void started(DeployedBean bean) throws DeploymentException {
        try {
            bean.start();
        } catch (IllegalArgumentException e) {
            throw new DeploymentException("bean " + bean + ": " + e.getMessage(), e);
        }
    }

    private void bindContext(Deployment deployment) throws DeploymentException {
        ComponentNames names = deployment.attachment(ComponentNames.class).orElseThrow();
        try {
            names.bind("java:comp/EJBContext", services.context());
            ProvidedObject timers = EjbContributor::timers;
            names.bind("java:comp/TimerService", timers);
            ProvidedObject ofHandles = EjbContributor::timersOfModule;
            names.bind(TimerName.TIMERS, ofHandles);
        } catch (NamingException e) {
            throw new DeploymentException("java:comp/EJBContext cannot be bound: " + e.getMessage(), e);
        }
    }

    private static Object timers() throws NamingException {
        CurrentBean current = CurrentBean.get();
        if (current == null || current.bean().stateful()) {
            throw new NameNotFoundException("java:comp/TimerService is there for stateless beans and singletons");
        }
        return current.bean().timers();
    }

    /** A stateful bean makes no timers, and uses those of others by their handles (4.6.2). */
    private static Object timersOfModule() throws NamingException {
        CurrentBean current = CurrentBean.get();
        if (current == null) {
            throw new NameNotFoundException(TimerName.TIMERS + " is there for beans");
        }
        return current.bean().timers();
    }

    @Override
    public void started(WholeApplication application) {
        ApplicationBeans beans = ofApplication(application);
        if (beans != null && !beans.all().isEmpty()) {
            administration.running(application.modules().get(0).application(), beans);
            beans.timers().start();
            beans.receive();
            ScheduledFuture<?> idle =
                    services.scheduler().scheduleWithFixedDelay(beans::expire, 1, 1, TimeUnit.SECONDS);
            application.modules().get(0).attach(Expiry.class, new Expiry(idle));
        }
    }

    /** Looks for stateful beans that have been idle for too long, while the application runs. */
    private record Expiry(ScheduledFuture<?> task) {}

    @Override
    public void ending(WholeApplication application) {
        application
                .modules()
                .get(0)
                .attachment(Expiry.class)
                .ifPresent(expiry -> expiry.task().cancel(false));
        ApplicationBeans beans = ofApplication(application);
        if (beans != null) {
            administration.ending(application.modules().get(0).application(), beans);
            beans.receiveNoMore(LONGEST_FIRING_SECONDS, TimeUnit.SECONDS);
            beans.timers().stop(LONGEST_FIRING_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static @Nullable ApplicationBeans ofApplication(WholeApplication application) {
        for (Deployment module : application.modules()) {
            ApplicationBeans beans = module.attachment(ApplicationBeans.class).orElse(null);
            if (beans != null) {
                return beans;
            }
        }
        return null;
    }

    @Override
    public void stop(Deployment deployment) {
        beans(deployment).close(deployment);
    }

    private static ApplicationBeans beans(Deployment deployment) {
        return deployment
                .attachment(ApplicationBeans.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has not been prepared"));
    }
}
