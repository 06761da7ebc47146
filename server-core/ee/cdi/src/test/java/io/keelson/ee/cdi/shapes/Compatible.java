package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;

/** A build compatible extension. */
public class Compatible implements BuildCompatibleExtension {
    /** Adds a bean. */
    @Synthesis
    public void add(SyntheticComponents components) {
        components.addBean(StringBuffer.class).type(StringBuffer.class).createWith(Creator.class);
    }

    /** Makes it. */
    public static class Creator implements SyntheticBeanCreator<StringBuffer> {
        @Override
        public StringBuffer create(Instance<Object> lookup, Parameters parameters) {
            return new StringBuffer("compatible");
        }
    }
}
