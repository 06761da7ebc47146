package io.keelson.ee.concurrency;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkScope;
import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.EnterpriseDeclarations;
import io.keelson.component.spi.BeanExtensions;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.ee.concurrency.bean.ApplicationExecutors;
import io.keelson.ee.concurrency.bean.ConcurrencyExtension;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.spi.transaction.TransactionControl;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Gives applications Jakarta Concurrency. See docs/design/concurrency.md.
 *
 * <ol>
 *   <li>{@code prepare}: binds the defaults below {@code java:comp}, and gives CDI the extension.
 *   <li>The component room has definitions made by {@link Definition} when it starts.
 *   <li>{@code start}: checks what definitions refer to within the module; {@code started}: what they refer to in other modules.
 *   <li>{@code stop}: ends all tasks and threads of the module, before its beans end.
 * </ol>
 *
 * <p>Specification: Jakarta Concurrency 3.1; Jakarta EE Platform 11, 5.21 to 5.24, the default objects of Concurrency.
 */
final class ConcurrencyContributor implements Contributor, AutoCloseable {
    static final String NAME = "concurrency";
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final @Nullable TransactionControl transactions;
    private final Map<ClassLoader, ModuleConcurrency> modules = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Threads.scheduler("keelson.concurrency-timer");

    ConcurrencyContributor(@Nullable TransactionControl transactions) {
        this.transactions = transactions;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "jpa", "validation", "cdi");
    }

    /** Returns the module of a class loader. */
    Optional<ModuleConcurrency> module(ClassLoader loader) {
        return Optional.ofNullable(modules.get(loader));
    }

    /** Figures of the executors of all modules. Any thread. */
    List<ExecutorRuntime> figures() {
        return modules.values().stream()
                .distinct()
                .flatMap(module -> module.figures().stream())
                .sorted(Comparator.comparing(ExecutorRuntime::module).thenComparing(ExecutorRuntime::name))
                .toList();
    }

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        ComponentNames names = deployment
                .attachment(ComponentNames.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has no components"));
        ModuleConcurrency module = new ModuleConcurrency(
                deployment.name(),
                deployment.classLoader(),
                names,
                () -> deployment.attachment(WorkScope.class).orElseGet(deployment::workScope),
                deployment.workManager(),
                transactions,
                loaders(deployment),
                timer,
                Ticker.system());
        modules.put(deployment.classLoader(), module);
        deployment.onUndeploy(() -> {
            modules.remove(deployment.classLoader());
            module.close(LONGEST_END);
        });
        deployment.attach(ModuleConcurrency.class, module);
        try {
            module.bindDefaults();
        } catch (NamingException e) {
            throw new DeploymentException("the default executors cannot be bound: " + e.getMessage(), e);
        }
        extend(deployment);
    }

    /** The loaders of the application's modules; thread-safe, and whole when all are prepared. */
    private static List<ClassLoader> loaders(Deployment deployment) throws DeploymentException {
        List<ClassLoader> all = deployment.shared(ModuleLoaders.class, ModuleLoaders::new).all;
        all.add(deployment.classLoader());
        return all;
    }

    private static final class ModuleLoaders {
        private final List<ClassLoader> all = new CopyOnWriteArrayList<>();
    }

    /** One extension for all modules of the application. */
    private static void extend(Deployment deployment) throws DeploymentException {
        ApplicationExecutors executors = deployment.shared(ApplicationExecutors.class, () -> {
            ApplicationExecutors made = new ApplicationExecutors();
            deployment.shared(BeanExtensions.class, BeanExtensions::new).add(new ConcurrencyExtension(made));
            return made;
        });
        add(
                executors,
                deployment.attachment(ComponentDescriptor.class).orElse(ComponentDescriptor.NONE),
                List.of(deployment.classLoader()));
    }

    private static void add(ApplicationExecutors executors, ComponentDescriptor descriptor, List<ClassLoader> loaders)
            throws DeploymentException {
        for (ComponentDescriptor.ResourceDefinition definition : descriptor.definitions()) {
            String qualifiers = definition.settings().getOrDefault("qualifier", "");
            if (Definition.KINDS.contains(definition.kind()) && !qualifiers.isEmpty()) {
                executors.add(
                        Definition.type(definition.kind()),
                        definition.name(),
                        qualifiers,
                        loaders,
                        definition.location().toString());
            }
        }
    }

    /** Definitions of application.xml have qualifiers of any module. */
    @Override
    public void prepared(WholeApplication application) throws DeploymentException {
        List<Deployment> users = application.modules().stream()
                .<Deployment>map(each -> each)
                .filter(each -> each.attachment(ModuleConcurrency.class).isPresent())
                .toList();
        if (!users.isEmpty()) {
            Deployment first = users.get(0);
            add(
                    first.shared(ApplicationExecutors.class, ApplicationExecutors::new),
                    EnterpriseDeclarations.of(first).names(),
                    users.stream().map(Deployment::classLoader).toList());
        }
    }

    @Override
    public void started(WholeApplication application) throws DeploymentException {
        for (Deployment each : application.modules()) {
            Optional<ModuleConcurrency> module = each.attachment(ModuleConcurrency.class);
            if (module.isPresent()) {
                try {
                    module.get().checkShared();
                } catch (NamingException e) {
                    throw new DeploymentException(String.valueOf(e.getMessage()), e);
                }
            }
        }
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        try {
            module(deployment).check();
        } catch (NamingException e) {
            throw new DeploymentException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void stop(Deployment deployment) {
        module(deployment).close(LONGEST_END);
    }

    private static ModuleConcurrency module(Deployment deployment) {
        return deployment
                .attachment(ModuleConcurrency.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has not been prepared"));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
