package io.keelson.ejb.container;

import io.keelson.component.descriptor.ModuleName;
import io.keelson.component.environment.Environment;
import io.keelson.component.role.RoleMapping;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.component.spi.LifecycleCallbacks;
import io.keelson.deploy.spi.ClientApplication;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.kernel.naming.ComponentNames;
import java.util.Map;
import java.util.Set;
import javax.naming.Context;

/**
 * A module with what its beans use of it. Immutable.
 *
 * @param deployment the module
 * @param roles of its beans
 */
public record BeanModule(Deployment deployment, RoleMapping roles) {
    /** Makes it for a module of which nothing assigns roles. */
    public static BeanModule of(Deployment deployment) {
        return new BeanModule(
                deployment, deployment.attachment(RoleMapping.class).orElse(new RoleMapping(Set.of(), Map.of(), true)));
    }

    /** Returns the name of the module, as it stands in portable names. */
    public String name() {
        return deployment.attachment(ModuleName.class).map(ModuleName::name).orElseGet(this::fileName);
    }

    /** Returns the name of the module's file without its ending. */
    String fileName() {
        String name = VersionedName.plain(deployment.name());
        return name.substring(name.indexOf('#') + 1);
    }

    /**
     * Returns the portable prefix of an enterprise application, as {@code shop/}; empty where the module is deployed by itself, or for a
     * client by no name.
     */
    public String applicationPrefix() {
        String name = VersionedName.plain(deployment.name());
        int end = name.indexOf('#');
        boolean unnamed = deployment
                .attachment(ClientApplication.class)
                .map(client -> !client.named())
                .orElse(false);
        return end < 0 || unnamed
                ? ""
                : deployment
                                .attachment(ComponentNames.class)
                                .map(names -> names.application().plain())
                                .orElse(name.substring(0, end))
                        + "/";
    }

    ClassLoader loader() {
        return deployment.classLoader();
    }

    /** The context that the component of the thread looks up names in. */
    Context initialContext() {
        return attached(Environment.class).current().names().initialContext();
    }

    /** The names of the module. */
    ComponentNames names() {
        return attached(ComponentNames.class);
    }

    /** The maker of its components: that which the last contributor has attached. */
    ComponentFactory components() {
        return attached(ComponentFactory.class);
    }

    LifecycleCallbacks callbacks() {
        return attached(LifecycleCallbacks.class);
    }

    private <T> T attached(Class<T> type) {
        return deployment
                .attachment(type)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " is not deployed"));
    }
}
