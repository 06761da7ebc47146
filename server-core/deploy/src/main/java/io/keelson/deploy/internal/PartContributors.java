package io.keelson.deploy.internal;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.kernel.loader.PartDescriptor;
import io.keelson.kernel.loader.PartNeed;
import io.keelson.kernel.loader.Parts;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;
import org.jboss.jandex.IndexView;

/**
 * The contributors that parts of the server bring, each made when the first application needs its part. The lock of this object guards
 * those that are made. See docs/design/class-loading.md.
 */
final class PartContributors implements Closeable {
    private final Parts parts;
    private final ServiceLookup services;
    private final boolean describesResources;
    private final Map<String, Optional<Contributor>> made = new HashMap<>();

    /**
     * Makes those of a server.
     *
     * @param describesResources true if modules with resources use what describes them, though they do not ask for it
     */
    PartContributors(Parts parts, ServiceLookup services, boolean describesResources) {
        this.parts = parts;
        this.services = services;
        this.describesResources = describesResources;
    }

    /**
     * Gives a module the parts that it needs and their contributors. A part that the module brings itself stays away, unless its
     * contributor manages that, too.
     *
     * @param shared the index of the libraries that all modules share
     * @return the contributors that have come to the module, in no particular order
     */
    List<Contributor> give(RunningDeployment module, IndexView shared) throws DeploymentException {
        PartNeeds needs = new PartNeeds(module, shared);
        for (PartDescriptor part : parts.needed()) {
            if (!module.excludes(part.name())
                    && offered(part.need())
                    && (needs.hold(part.need())
                            || describesResources && needs.resource(part.need()).isPresent())
                    && (module.use(part.name()) || part.managesOwn())) {
                of(part.name()).ifPresent(module::contributed);
            }
        }
        return module.contributors();
    }

    /** Returns true if the server has the services without which the part is of no use. */
    private boolean offered(PartNeed need) {
        for (String service : need.whereServices()) {
            try {
                Class<?> type = Class.forName(service, false, PartContributors.class.getClassLoader());
                Object there = services.find(type).orElse(null);
                if (there == null || there instanceof BooleanSupplier enabled && !enabled.getAsBoolean()) {
                    return false;
                }
            } catch (ClassNotFoundException absent) {
                return false;
            }
        }
        return true;
    }

    /**
     * Gives the modules of an application the parts that all of them use because one does.
     *
     * @return the contributors that have come to each module
     */
    Map<RunningDeployment, List<Contributor>> complete(RunningApplication application) throws DeploymentException {
        Map<RunningDeployment, List<Contributor>> late = new LinkedHashMap<>();
        for (PartDescriptor part : parts.needed()) {
            boolean used = part.wholeApplication()
                    && offered(part.need())
                    && application.modules().stream()
                            .anyMatch(module -> module.usedParts().contains(part.name()));
            for (RunningDeployment module : used ? application.modules() : List.<RunningDeployment>of()) {
                boolean asks = !module.usedParts().contains(part.name())
                        && !module.kind().equals(ModuleKind.CONNECTOR)
                        && module.use(part.name());
                Optional<Contributor> contributor = asks ? of(part.name()) : Optional.empty();
                contributor.ifPresent(module::contributed);
                contributor.ifPresent(each ->
                        late.computeIfAbsent(module, none -> new ArrayList<>()).add(each));
            }
        }
        return late;
    }

    /** The contributor of a part; empty where it has none. Opens the part. */
    private synchronized Optional<Contributor> of(String part) throws DeploymentException {
        Optional<Contributor> there = made.get(part);
        if (there == null) {
            there = make(part);
            made.put(part, there);
        }
        return there;
    }

    private Optional<Contributor> make(String part) throws DeploymentException {
        try {
            for (ContributorFactory factory : ServiceLoader.load(ContributorFactory.class, parts.loader(part))) {
                if (factory.part().equals(part)) {
                    return Optional.of(factory.create(services));
                }
            }
            return Optional.empty();
        } catch (ServiceConfigurationError | LinkageError | UncheckedIOException e) {
            throw new DeploymentException(
                    "the part '" + part + "' of this server is not whole; install the distribution again", e);
        }
    }

    /** Closes the contributors that want it. Applications are gone. */
    @Override
    public synchronized void close() throws IOException {
        for (Optional<Contributor> contributor : made.values()) {
            if (contributor.orElse(null) instanceof AutoCloseable closeable) {
                try {
                    closeable.close();
                } catch (Exception e) {
                    throw new IOException("closing a contributor of a part failed", e);
                }
            }
        }
        made.clear();
    }
}
