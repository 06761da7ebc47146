package io.keelson.ee.security.bean;

import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterTypeDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.CustomFormAuthenticationMechanismDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.FormAuthenticationMechanismDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.OpenIdAuthenticationMechanismDefinition;
import jakarta.security.enterprise.identitystore.DatabaseIdentityStoreDefinition;
import jakarta.security.enterprise.identitystore.IdentityStore;
import jakarta.security.enterprise.identitystore.InMemoryIdentityStoreDefinition;
import jakarta.security.enterprise.identitystore.LdapIdentityStoreDefinition;
import java.util.HashSet;
import java.util.Set;
import org.glassfish.soteria.mechanisms.openid.controller.JWTValidator;

/**
 * Makes beans of classes that define mechanisms and stores by annotations and that CDI does not discover, as servlets without a scope:
 * only beans are asked for definitions. Adds the identity store of the domain's realm where the application has none: who goes through
 * all stores there are, as a handler of the application's own, finds its own ones only. Tokens of OpenID Connect are checked by
 * {@link SignedTokens}. One an application.
 */
public class RealmExtension implements Extension {
    private static final String DEFINITIONS = "jakarta.security.enterprise.identitystore.";

    private final Set<Class<?>> discovered = new HashSet<>();
    private boolean own;

    /** Made by the application's {@link java.util.ServiceLoader}. */
    public RealmExtension() {}

    void discovered(
            @Observes
                    @WithAnnotations({
                        BasicAuthenticationMechanismDefinition.class,
                        BasicAuthenticationMechanismDefinition.List.class,
                        FormAuthenticationMechanismDefinition.class,
                        FormAuthenticationMechanismDefinition.List.class,
                        CustomFormAuthenticationMechanismDefinition.class,
                        CustomFormAuthenticationMechanismDefinition.List.class,
                        OpenIdAuthenticationMechanismDefinition.class,
                        OpenIdAuthenticationMechanismDefinition.List.class,
                        DatabaseIdentityStoreDefinition.class,
                        LdapIdentityStoreDefinition.class,
                        InMemoryIdentityStoreDefinition.class
                    })
                    ProcessAnnotatedType<?> event) {
        discovered.add(event.getAnnotatedType().getJavaClass());
    }

    void replaceChecks(@Observes ProcessAnnotatedType<JWTValidator> event) {
        if (event.getAnnotatedType().getJavaClass() == JWTValidator.class) {
            event.veto();
        }
    }

    void addDefiners(@Observes AfterTypeDiscovery event, BeanManager beans) {
        event.addAnnotatedType(
                beans.createAnnotatedType(SignedTokens.class), "keelson security " + SignedTokens.class.getName());
        ApplicationClassLoader.attachment(Thread.currentThread().getContextClassLoader(), Definers.class)
                .ifPresent(definers -> definers.classes().stream()
                        .filter(type -> !discovered.contains(type))
                        .forEach(type -> event.addAnnotatedType(
                                beans.createAnnotatedType(type), "keelson security " + type.getName())));
    }

    void found(@Observes ProcessBean<?> event) {
        own = own
                || event.getBean().getTypes().contains(IdentityStore.class)
                || event.getAnnotated().getAnnotations().stream()
                        .map(each -> each.annotationType().getName())
                        .anyMatch(name -> name.startsWith(DEFINITIONS) && name.contains("Definition"));
    }

    void addStore(@Observes AfterBeanDiscovery event) {
        if (own) {
            return;
        }
        event.<RealmStore>addBean()
                .beanClass(RealmStore.class)
                .types(RealmStore.class, IdentityStore.class, Object.class)
                .scope(ApplicationScoped.class)
                .produceWith(instance -> new RealmStore());
    }
}
