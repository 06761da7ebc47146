package io.keelson.ee.cdi;

import io.keelson.ee.cdi.archive.BeanArchive;
import jakarta.enterprise.inject.spi.Extension;
import java.util.Collection;
import java.util.List;
import org.jboss.weld.bootstrap.api.ServiceRegistry;
import org.jboss.weld.bootstrap.api.helpers.SimpleServiceRegistry;
import org.jboss.weld.bootstrap.spi.BeanDeploymentArchive;
import org.jboss.weld.bootstrap.spi.CDI11Deployment;
import org.jboss.weld.bootstrap.spi.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * An application as Weld sees it. A class that is in no bean archive goes to the archive of its loader, and one of the server to the
 * server's, which all archives see. Confined to the deploying thread while the container starts; then only read.
 *
 * <p>Specification: CDI 4.1, 12.3 Bean discovery.
 */
final class ServerDeployment implements CDI11Deployment {
    private final List<BeanArchive> archives;
    private final BeanArchive server;
    private final List<Metadata<Extension>> extensions;
    private final ServiceRegistry services = new SimpleServiceRegistry();

    /**
     * Makes it.
     *
     * @param archives all, the server's too; those of modules first
     * @param server that of classes of the server
     */
    ServerDeployment(List<BeanArchive> archives, BeanArchive server, List<Metadata<Extension>> extensions) {
        this.archives = List.copyOf(archives);
        this.server = server;
        this.extensions = List.copyOf(extensions);
    }

    @Override
    public Collection<BeanDeploymentArchive> getBeanDeploymentArchives() {
        return List.copyOf(archives);
    }

    @Override
    public BeanDeploymentArchive loadBeanDeploymentArchive(Class<?> type) {
        BeanArchive there = find(type);
        if (there != null) {
            return there;
        }
        BeanArchive near = archives.stream()
                .filter(archive -> archive.loader() == type.getClassLoader())
                .findFirst()
                .orElse(server);
        near.add(type);
        return near;
    }

    @Override
    public @Nullable BeanDeploymentArchive getBeanDeploymentArchive(Class<?> type) {
        return find(type);
    }

    private @Nullable BeanArchive find(Class<?> type) {
        for (BeanArchive archive : archives) {
            if (archive.has(type)) {
                return archive;
            }
        }
        return null;
    }

    @Override
    public ServiceRegistry getServices() {
        return services;
    }

    @Override
    public Iterable<Metadata<Extension>> getExtensions() {
        return extensions;
    }
}
