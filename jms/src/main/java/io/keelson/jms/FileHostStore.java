package io.keelson.jms;

import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.MessageStore;
import io.keelson.kernel.spi.lease.Lease;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A store in files of one directory, which whoever reaches it may own. */
record FileHostStore(String name, Path directory, JmsSettings settings) implements HostStore {
    @Override
    public boolean stored() {
        return Files.isDirectory(directory);
    }

    @Override
    public boolean mayOwn() {
        return true;
    }

    @Override
    public void prepare(@Nullable Lease lease) {}

    @Override
    public MessageStore make(Runnable broken) {
        return new FileMessageStore(
                name,
                directory,
                settings.synchronousWritePolicy(),
                settings.storeSegmentSize().toInt());
    }

    @Override
    public void closed() {}
}
