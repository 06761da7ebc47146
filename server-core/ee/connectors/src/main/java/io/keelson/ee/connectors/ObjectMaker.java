package io.keelson.ee.connectors;

import io.keelson.kernel.spi.resource.ResourceMaker;
import javax.naming.NamingException;

/**
 * Makes the administered objects that applications define by {@code @AdministeredObjectDefinition} and {@code
 * <administered-object>}. Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.19 Connector Administered Object Definition.
 */
record ObjectMaker(Adapters adapters) implements ResourceMaker {
    @Override
    public String kind() {
        return "administered-object";
    }

    @Override
    public Made make(Definition definition) throws NamingException {
        Adapter adapter = FactoryMaker.adapter(adapters, definition);
        String type = definition.setting("class-name");
        try {
            Object made = adapter.object(
                    type == null || type.isEmpty() ? definition.setting("interface-name") : type,
                    FactoryMaker.properties(definition));
            return new FactoryMaker.OfApplication(made, () -> {});
        } catch (IllegalArgumentException e) {
            throw FactoryMaker.wrong(definition, e);
        }
    }
}
