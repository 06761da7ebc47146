package io.keelson.servlet;

import io.keelson.base.config.ModelProvider;
import io.keelson.servlet.compress.CompressionSettings;
import io.keelson.servlet.host.VirtualHostSettings;
import io.keelson.servlet.server.ContainerSettings;
import io.keelson.servlet.spi.SocketSettings;
import io.keelson.servlet.work.DispatchSettings;
import java.util.List;

/** The configuration records of the servlet container. */
public final class ServletModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(
                ContainerSettings.class,
                CompressionSettings.class,
                DispatchSettings.class,
                ServingSettings.class,
                SessionSettings.class,
                VirtualHostSettings.class,
                SocketSettings.class);
    }
}
