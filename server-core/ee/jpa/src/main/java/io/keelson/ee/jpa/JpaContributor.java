package io.keelson.ee.jpa;

import static io.keelson.ee.jpa.JpaLog.LOG;

import io.keelson.component.descriptor.ForeignApplications;
import io.keelson.component.spi.ExtendedReferences;
import io.keelson.component.spi.InjectionSources;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.beans.BeanUnit;
import io.keelson.ee.jpa.beans.BeanUnits;
import io.keelson.ee.jpa.data.UnitSessions;
import io.keelson.ee.jpa.provider.UnitEnvironment;
import io.keelson.ee.jpa.unit.ModuleUnits;
import io.keelson.ee.jpa.unit.Unit;
import io.keelson.kernel.loader.ApplicationClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives an application its persistence units. See docs/design/persistence.md.
 *
 * <ol>
 *   <li>{@code inspect} reads the descriptors of the module and of the libraries that it shares;
 *   <li>{@code prepare} has the providers look at the units, before any contributor loads a class that is to be woven;
 *   <li>{@code start} builds the factories, when the module's names are bound;
 *   <li>at undeployment the factories are closed, after everything that uses them.
 * </ol>
 *
 * <p>Specification: Persistence 3.2, 7 Entity Managers and Persistence Contexts, 8 Entity Packaging, 9 Container and Provider Contracts.
 */
final class JpaContributor implements Contributor {
    static final String NAME = "jpa";

    private final UnitEnvironment environment;

    JpaContributor(UnitEnvironment environment) {
        this.environment = environment;
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
    public void inspect(Deployment deployment) throws DeploymentException {
        ModuleUnits units = ModuleUnits.of(deployment);
        if (units.isEmpty()) {
            Repositories.checkWithoutUnits(deployment);
        } else {
            Repositories.check(deployment);
            deployment.attach(Described.class, new Described(units, deployment.use(NAME)));
        }
    }

    /** The units of a module between the phases. */
    private record Described(ModuleUnits units, boolean serversOwn) {}

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        Described described = deployment.attachment(Described.class).orElse(null);
        if (described == null) {
            return;
        }
        ModuleUnits units = described.units();
        List<ManagedUnit> managed = new ArrayList<>(shared(deployment, described));
        for (Unit unit : units.own()) {
            managed.add(prepared(deployment, unit, described.serversOwn(), deployment.classLoader()));
        }
        if (deployment.classLoader() instanceof ApplicationClassLoader own) {
            own.attach(BeanUnits.class, beans(deployment));
        }
        ManagedUnits all = new ManagedUnits(units, managed);
        deployment.attach(ManagedUnits.class, all);
        deployment.attach(ExtendedReferences.class, new ExtendedAnnotations(all));
        UnitReferences.check(all, deployment.indexOfClasses(), deployment.index());
        deployment.attachment(InjectionSources.class).ifPresent(sources -> sources.add(new PersistenceInjection(all)));
    }

    /** The units that the modules share: the first module makes them, and is the last to be undone. */
    private List<ManagedUnit> shared(Deployment deployment, Described described) throws DeploymentException {
        if (described.units().shared().isEmpty()) {
            return List.of();
        }
        return deployment
                .shared(SharedUnits.class, () -> {
                    List<ManagedUnit> made = new ArrayList<>();
                    ClassLoader loader = deployment.sharedClassLoader().orElseGet(deployment::classLoader);
                    for (Unit unit : described.units().shared()) {
                        made.add(prepared(deployment, unit, described.serversOwn(), loader));
                    }
                    return new SharedUnits(made);
                })
                .units();
    }

    private record SharedUnits(List<ManagedUnit> units) {}

    private ManagedUnit prepared(Deployment deployment, Unit unit, boolean serversOwn, ClassLoader loader)
            throws DeploymentException {
        if (!(loader instanceof ApplicationClassLoader own)) {
            throw new IllegalStateException(
                    "application " + deployment.name() + " has a loader that is none: " + loader);
        }
        ManagedUnit made = new ManagedUnit(
                unit,
                environment,
                ForeignApplications.isForeign(deployment),
                ForeignApplications.isWithoutHibernate(deployment));
        deployment.onUndeploy(made::close);
        made.prepare(own, serversOwn, environment);
        beans(deployment).add(new BeanUnit(unit, made.contexts(), made::factory, loader, sessions(made)));
        return made;
    }

    private static @Nullable UnitSessions sessions(ManagedUnit unit) {
        boolean follows = !unit.unit().descriptor().local();
        return follows && unit.provider().startsWith("org.hibernate.") ? unit.sessions() : null;
    }

    /** The units of all modules: an application has one CDI. */
    private static BeanUnits beans(Deployment deployment) {
        return deployment.shared(BeanUnits.class, BeanUnits::new);
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        ManagedUnits units = deployment.attachment(ManagedUnits.class).orElse(null);
        if (units == null) {
            return;
        }
        for (ManagedUnit unit : units.all()) {
            if (unit.toBeBuilt()) {
                unit.build();
                LOG.built(
                        unit.unit().name(),
                        deployment.name(),
                        unit.unit().managed().size(),
                        unit.provider());
            }
        }
    }
}
