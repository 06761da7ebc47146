package io.keelson.ee.connectors;

import io.keelson.component.spi.MessageInflows.Registration;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.ee.connectors.descriptor.AdapterAnnotations;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor;
import io.keelson.ee.connectors.descriptor.AdapterObjects;
import io.keelson.ee.connectors.descriptor.AdapterXml;
import io.keelson.ee.connectors.descriptor.ConfigProperty;
import io.keelson.ee.connectors.descriptor.PoolSizes;
import io.keelson.ee.connectors.work.AdapterContext;
import io.keelson.ee.connectors.work.AdapterWork;
import io.keelson.ee.connectors.work.Inflow;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.naming.ProvidedObject;
import jakarta.resource.spi.ResourceAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.Context;
import javax.naming.NamingException;

/**
 * The container of resource adapters. See docs/design/connectors.md.
 *
 * <ol>
 *   <li>{@code inspect}: reads {@code ra.xml}, annotations, and which objects the module makes.
 *   <li>{@code start}: starts the adapter, makes its objects and binds them in the server's tree, and offers its messages.
 *   <li>{@code stop}: everything is undone, in reverse.
 * </ol>
 *
 * <p>Specification: Jakarta Connectors 2.1.
 */
final class ConnectorsContributor implements Contributor {
    static final String NAME = "connectors";
    private static final Set<String> CONTEXTS = Set.of(
            "jakarta.resource.spi.work.HintsContext",
            "jakarta.resource.spi.work.SecurityContext",
            "jakarta.resource.spi.work.TransactionContext");

    private final ConnectorServices services;
    private final Adapters adapters;

    ConnectorsContributor(ConnectorServices services, Adapters adapters) {
        this.services = services;
        this.adapters = adapters;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "validation");
    }

    @Override
    public Set<ModuleKind> containerOf() {
        return Set.of(ModuleKind.CONNECTOR);
    }

    @Override
    public void inspect(Deployment deployment) throws DeploymentException {
        AdapterXml.Read read = AdapterXml.read(deployment);
        AdapterDescriptor descriptor = read != null && read.complete()
                ? read.descriptor()
                : AdapterAnnotations.read(deployment.index(), read == null ? null : read.descriptor());
        for (String required : new TreeSet<>(descriptor.contexts())) {
            if (!CONTEXTS.contains(required)) {
                throw new DeploymentException(
                        "the resource adapter requires the work context " + required + ", which this server has not");
            }
        }
        deployment.attach(AdapterDescriptor.class, descriptor);
        deployment.attach(AdapterObjects.class, AdapterObjects.read(deployment));
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        AdapterDescriptor descriptor =
                deployment.attachment(AdapterDescriptor.class).orElseThrow();
        AdapterObjects objects = deployment.attachment(AdapterObjects.class).orElseThrow();
        Running running = new Running();
        deployment.attach(Running.class, running);
        try {
            begin(deployment, descriptor, objects, running);
        } catch (DeploymentException | RuntimeException e) {
            running.close();
            throw e;
        }
    }

    private void begin(Deployment deployment, AdapterDescriptor descriptor, AdapterObjects objects, Running running)
            throws DeploymentException {
        String name = deployment.name();
        String module = name.substring(name.indexOf('#') + 1).replaceFirst("(?i)\\.rar$", "");
        ResourceAdapter instance = null;
        ClassLoader loader = deployment.classLoader();
        try {
            if (descriptor.adapterClass() != null) {
                instance = JavaBean.make(loader, descriptor.adapterClass(), ResourceAdapter.class);
                JavaBean.set(instance, ConfigProperty.over(descriptor.properties(), objects.properties()));
                started(deployment, module, instance, objects, running);
            }
        } catch (IllegalArgumentException e) {
            throw new DeploymentException("the resource adapter " + module + ": " + e.getMessage(), e);
        }
        boolean alone = deployment.application().equals(name);
        if (alone && loader instanceof ApplicationClassLoader own) {
            running.add(services.library().share(own));
        }
        Adapter adapter = new Adapter(
                deployment.application(), module, objects.name(), alone, descriptor, loader, instance, services);
        List<String> names = make(adapter, objects, running);
        adapters.add(adapter);
        running.add(() -> adapters.remove(adapter));
        Registration offered = services.inflows().add(adapter);
        running.add(offered);
        ConnectorsLog.LOG.started(module, names.isEmpty() ? "none" : String.join(", ", names));
    }

    private void started(
            Deployment deployment, String module, ResourceAdapter instance, AdapterObjects objects, Running running)
            throws DeploymentException {
        AdapterWork work = new AdapterWork(
                module,
                deployment.workManager(),
                () -> new InvocationContext(deployment.name(), deployment.classLoader(), 0),
                Inflow.of(module, services.realm(), objects.mappings(), services.transactions(), services.imported()),
                services.ticker());
        AdapterContext context = new AdapterContext(work, services.registry());
        running.add(context);
        try {
            instance.start(context);
        } catch (Exception | LinkageError e) {
            throw new DeploymentException("the resource adapter " + module + " does not start: " + e, e);
        }
        running.add(instance::stop);
    }

    /** Makes what the module's descriptors say; without any, each connection factory is bound below {@code eis/}. */
    private List<String> make(Adapter adapter, AdapterObjects objects, Running running) throws DeploymentException {
        List<String> names = new ArrayList<>();
        List<AdapterObjects.Factory> factories =
                objects.factories().isEmpty() ? standard(adapter, below(adapter)) : objects.factories();
        for (AdapterObjects.Factory each : factories) {
            try {
                OpenFactory made = adapter.factory(
                        adapter.application() + ":" + each.jndiName(),
                        each.jndiName(),
                        each.type(),
                        each.properties(),
                        each.support(),
                        each.sizes());
                running.add(made);
                bind(each.jndiName(), made.value(), each.place(), running);
            } catch (IllegalArgumentException e) {
                throw new DeploymentException(each.place() + ": " + e.getMessage(), e);
            }
            names.add(each.jndiName());
        }
        for (AdapterObjects.Named each : objects.objects()) {
            try {
                bind(each.jndiName(), adapter.object(each.type(), each.properties()), each.place(), running);
            } catch (IllegalArgumentException e) {
                throw new DeploymentException(each.place() + ": " + e.getMessage(), e);
            }
            names.add(each.jndiName());
        }
        return names;
    }

    /** Returns the name for what nobody named. A module of an application has one of its own where another adapter has that of its file. */
    private String below(Adapter adapter) {
        String name = "eis/" + adapter.module();
        return adapter.alone() || !isBound(name) ? name : "eis/" + adapter.application() + "#" + adapter.module();
    }

    private boolean isBound(String name) {
        try {
            services.naming().context().lookup(name);
            return true;
        } catch (NamingException e) {
            return false;
        }
    }

    private static List<AdapterObjects.Factory> standard(Adapter adapter, String name) {
        List<AdapterDescriptor.Connections> kinds = adapter.descriptor().connections();
        return kinds.stream()
                .map(each -> {
                    String type = each.factoryInterface() == null ? each.managedFactory() : each.factoryInterface();
                    String simple = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
                    return new AdapterObjects.Factory(
                            type,
                            name + (kinds.size() == 1 ? "" : "/" + simple),
                            List.of(),
                            null,
                            PoolSizes.DEFAULT,
                            AdapterXml.FILE);
                })
                .toList();
    }

    private void bind(String name, Object value, String place, Running running) throws DeploymentException {
        ProvidedObject provided = () -> value;
        try {
            Context names = services.naming().context();
            Object unused = names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
            names.bind(name, provided);
        } catch (NamingException e) {
            throw new DeploymentException(place + ": '" + name + "' cannot be bound: " + e.getMessage(), e);
        }
        running.add(() -> services.naming().unbind(name));
    }

    @Override
    public void stop(Deployment deployment) {
        deployment.attachment(Running.class).ifPresent(Running::close);
    }
}
