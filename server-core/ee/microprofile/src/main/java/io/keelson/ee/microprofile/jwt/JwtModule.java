package io.keelson.ee.microprofile.jwt;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.servlet.spi.security.RequestAuthentication;
import io.smallrye.config.SmallRyeConfigProviderResolver;
import io.smallrye.jwt.auth.principal.JWTAuthContextInfo;
import jakarta.enterprise.inject.spi.CDI;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jspecify.annotations.Nullable;

/**
 * A web module whose login are tokens: it has {@code @LoginConfig(authMethod = "MP-JWT")}, or that method in its descriptor. The loader
 * of the module has the marker, by which {@link TokenChallenge} knows it.
 *
 * <p>Specification: MicroProfile JWT Authentication 2.1, 7.1.1 Marking a Jakarta RESTful Web Services Application as Requiring MP-JWT
 * Access Control.
 */
public final class JwtModule {
    /** The name of the method. */
    public static final String METHOD = "MP-JWT";

    private static final DotName LOGIN = DotName.createSimple("org.eclipse.microprofile.auth.LoginConfig");
    private static final List<String> KEYS = List.of(
            "mp.jwt.verify.publickey",
            "mp.jwt.verify.publickey.location",
            "smallrye.jwt.verify.key.location",
            "smallrye.jwt.verify.secretkey");

    private JwtModule() {}

    /** Marks the module where it wants tokens, and has the web container ask for them. */
    public static void prepare(Deployment module) throws DeploymentException {
        if (module.kind().equals(ModuleKind.WEB)
                && (annotated(module) || described(module))
                && module.classLoader() instanceof ApplicationClassLoader loader) {
            loader.attach(JwtModule.class, new JwtModule());
            module.attach(JwtModule.class, new JwtModule());
            module.attach(RequestAuthentication.class, new JwtAuthentication());
        }
    }

    /**
     * Refuses a module that wants tokens and says no key by which they could be verified.
     *
     * @param config of the module
     */
    public static void check(Deployment module, Config config) throws DeploymentException {
        if (module.attachment(JwtModule.class).isPresent()
                && KEYS.stream()
                        .noneMatch(key ->
                                config.getOptionalValue(key, String.class).isPresent())) {
            throw new DeploymentException(module.name() + " logs callers in by " + METHOD
                    + ", and its configuration has no key to verify tokens by; set mp.jwt.verify.publickey.location in"
                    + " META-INF/microprofile-config.properties");
        }
    }

    /**
     * Reads the key, so that one that cannot be read fails the deployment. Keys behind an address are fetched later. SmallRye asks the
     * context class loader for a resource by the location as it is; here a slash in front does not matter. That loader has the
     * configuration of the module meanwhile.
     *
     * @param configurations of loaders
     * @throws DeploymentException naming the property
     */
    public static void readKey(Deployment module, SmallRyeConfigProviderResolver configurations)
            throws DeploymentException {
        if (module.attachment(JwtModule.class).isEmpty()) {
            return;
        }
        ClassLoader keys = new KeyLoader(module.classLoader());
        configurations.registerConfig(configurations.getConfig(module.classLoader()), keys);
        try {
            new InvocationContext(module.application(), keys, 0)
                    .call(() ->
                            CDI.current().select(JWTAuthContextInfo.class).get().getIssuedBy());
        } catch (Exception e) {
            Throwable cause = e.getCause();
            throw new DeploymentException(
                    module.name() + " logs callers in by " + METHOD + ": " + e.getMessage()
                            + (cause == null ? "" : ": " + cause.getMessage()),
                    e);
        } finally {
            configurations.releaseConfig(keys);
        }
    }

    /** The loader of a module that finds resources with a slash in front. */
    private static final class KeyLoader extends ClassLoader {
        KeyLoader(ClassLoader module) {
            super(module);
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            return super.getResourceAsStream(name.startsWith("/") ? name.substring(1) : name);
        }
    }

    /** Returns true if the module of the calling thread wants tokens. */
    static boolean isCurrent() {
        return ApplicationClassLoader.attachment(Thread.currentThread().getContextClassLoader(), JwtModule.class)
                .isPresent();
    }

    private static boolean annotated(Deployment module) {
        for (AnnotationInstance login : module.index().getAnnotations(LOGIN)) {
            AnnotationValue method = login.value("authMethod");
            if (method != null && METHOD.equalsIgnoreCase(method.asString())) {
                return true;
            }
        }
        return false;
    }

    private static boolean described(Deployment module) throws DeploymentException {
        Optional<Path> descriptor = module.archive().file("WEB-INF/web.xml");
        try {
            return descriptor.isPresent()
                    && Files.readString(descriptor.get(), StandardCharsets.ISO_8859_1)
                            .matches("(?si).*<auth-method>\\s*MP-JWT\\s*</auth-method>.*");
        } catch (IOException e) {
            throw new DeploymentException(
                    "WEB-INF/web.xml of " + module.name() + " cannot be read: " + e.getMessage(), e);
        }
    }
}
