package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.stream.Stream;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.engine.jdbc.dialect.internal.StandardDialectResolver;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolutionInfo;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The databases that persistence units know by what their driver says, without a setting: with the jars of the part jpa. */
class DialectsTest {
    private static DialectResolutionInfo database(String name) {
        return (DialectResolutionInfo) Proxy.newProxyInstance(
                DialectsTest.class.getClassLoader(),
                new Class<?>[] {DialectResolutionInfo.class},
                (self, method, given) -> {
                    if (method.getReturnType() == int.class) {
                        return method.getName().equals("getDatabaseMajorVersion") ? 15 : 0;
                    }
                    return method.getName().equals("getDatabaseName") ? name : null;
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"H2", "Apache Derby", "SQLite"})
    void aDatabaseIsKnownByItsName(String name) {
        try (var registry = new StandardServiceRegistryBuilder().build()) {
            var resolvers = registry.requireService(ClassLoaderService.class).loadJavaServices(DialectResolver.class);
            assertThat(Stream.concat(resolvers.stream(), Stream.of(new StandardDialectResolver()))
                            .map(each -> each.resolveDialect(database(name))))
                    .anyMatch(Objects::nonNull);
        }
    }
}
