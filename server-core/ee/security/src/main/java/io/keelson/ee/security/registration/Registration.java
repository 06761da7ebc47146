package io.keelson.ee.security.registration;

import jakarta.security.auth.message.config.AuthConfigFactory.RegistrationContext;
import jakarta.security.auth.message.config.AuthConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * A provider that is registered. Not changed once it is made: a replacement is another registration with the same identifier.
 *
 * @param declaration of a provider by the name of its class; null: the provider was given as an object
 * @param made true if the provider was made or given
 * @param provider null: there is to be none, or it has not been made yet
 * @param owner the loader of the application that registered it, or whose class the provider is; null: no application
 */
record Registration(
        Scope scope,
        @Nullable String description,
        @Nullable Declaration declaration,
        boolean made,
        @Nullable AuthConfigProvider provider,
        @Nullable ClassLoader owner) {
    /** Returns a registration by the name of the provider's class, whose provider is made when somebody asks for it. */
    static Registration declared(Scope scope, Declaration declaration) {
        return new Registration(
                scope, declaration.description(), declaration, declaration.className() == null, null, null);
    }

    /** Returns this one with its provider. */
    Registration with(AuthConfigProvider made, @Nullable ClassLoader owner) {
        return new Registration(scope, description, declaration, true, made, owner);
    }

    /** Returns a copy of what applications may know of it. */
    RegistrationContext context() {
        return new Context(scope, description, declaration != null);
    }

    private record Context(Scope scope, @Nullable String description, boolean persistent)
            implements RegistrationContext {
        @Override
        public @Nullable String getMessageLayer() {
            return scope.layer();
        }

        @Override
        public @Nullable String getAppContext() {
            return scope.application();
        }

        @Override
        public @Nullable String getDescription() {
            return description;
        }

        @Override
        public boolean isPersistent() {
            return persistent;
        }
    }
}
