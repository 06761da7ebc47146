package io.keelson.cache.infinispan;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.infinispan.container.versioning.EntryVersion;
import org.infinispan.container.versioning.NumericVersion;
import org.infinispan.metadata.Metadata;
import org.infinispan.protostream.FileDescriptorSource;
import org.infinispan.protostream.ProtobufTagMarshaller;
import org.infinispan.protostream.SerializationContext;
import org.infinispan.protostream.SerializationContextInitializer;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of an entry with what clients of memcached's protocol and of REST put beside the value. It travels between servers by
 * ProtoStream. Immutable.
 *
 * @param lifespan in milliseconds; -1 for none
 * @param maxIdle in milliseconds; -1 for none
 * @param number the version
 * @param flags of a client of memcached's protocol
 * @param contentType of a client of REST; empty for none
 */
record ContentMetadata(long lifespan, long maxIdle, long number, int flags, String contentType) implements Metadata {
    @Override
    public EntryVersion version() {
        return new NumericVersion(number);
    }

    @Override
    public Metadata.Builder builder() {
        return new ContentBuilder(this);
    }

    /** Changes the parts that every metadata has. Of one thread. */
    private static final class ContentBuilder implements Metadata.Builder {
        private ContentMetadata made;

        ContentBuilder(ContentMetadata from) {
            made = from;
        }

        @Override
        public Metadata.Builder lifespan(long time, TimeUnit unit) {
            return lifespan(unit.toMillis(time));
        }

        @Override
        public Metadata.Builder lifespan(long time) {
            made = new ContentMetadata(time, made.maxIdle, made.number, made.flags, made.contentType);
            return this;
        }

        @Override
        public Metadata.Builder maxIdle(long time, TimeUnit unit) {
            return maxIdle(unit.toMillis(time));
        }

        @Override
        public Metadata.Builder maxIdle(long time) {
            made = new ContentMetadata(made.lifespan, time, made.number, made.flags, made.contentType);
            return this;
        }

        @Override
        public Metadata.Builder version(@Nullable EntryVersion version) {
            if (version instanceof NumericVersion numeric) {
                made = new ContentMetadata(
                        made.lifespan, made.maxIdle, numeric.getVersion(), made.flags, made.contentType);
            }
            return this;
        }

        @Override
        public Metadata build() {
            return made;
        }

        /** Takes from the other the times that this one does not say. */
        @Override
        public Metadata.Builder merge(Metadata other) {
            if (made.lifespan < 0) {
                lifespan(other.lifespan());
            }
            if (made.maxIdle < 0) {
                maxIdle(other.maxIdle());
            }
            return this;
        }
    }

    /** Writes and reads it. */
    static final class Schema implements SerializationContextInitializer {
        private static final String FILE = "keelson.caches.proto";
        private static final String TYPE = "keelson.caches.ContentMetadata";

        @Override
        public void registerSchema(SerializationContext context) {
            context.registerProtoFiles(FileDescriptorSource.fromString(FILE, """
                    syntax = "proto3";
                    package keelson.caches;
                    message ContentMetadata {
                        int64 lifespan = 1;
                        int64 maxIdle = 2;
                        int64 version = 3;
                        uint32 flags = 4;
                        string contentType = 5;
                    }
                    """));
        }

        @Override
        public void registerMarshallers(SerializationContext context) {
            context.registerMarshaller(new Marshaller());
        }

        /** Its form. */
        private static final class Marshaller implements ProtobufTagMarshaller<ContentMetadata> {
            private static final int LIFESPAN = 1 << 3;
            private static final int MAX_IDLE = 2 << 3;
            private static final int VERSION = 3 << 3;
            private static final int FLAGS = 4 << 3;
            private static final int CONTENT_TYPE = 5 << 3 | 2;

            @Override
            public Class<ContentMetadata> getJavaClass() {
                return ContentMetadata.class;
            }

            @Override
            public String getTypeName() {
                return TYPE;
            }

            @Override
            public ContentMetadata read(ReadContext context) throws IOException {
                var in = context.getReader();
                long lifespan = -1;
                long maxIdle = -1;
                long version = 0;
                int flags = 0;
                String contentType = "";
                for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                    switch (tag) {
                        case LIFESPAN -> lifespan = in.readInt64();
                        case MAX_IDLE -> maxIdle = in.readInt64();
                        case VERSION -> version = in.readInt64();
                        case FLAGS -> flags = in.readUInt32();
                        case CONTENT_TYPE -> contentType = in.readString();
                        default -> {
                            if (!in.skipField(tag)) {
                                return new ContentMetadata(lifespan, maxIdle, version, flags, contentType);
                            }
                        }
                    }
                }
                return new ContentMetadata(lifespan, maxIdle, version, flags, contentType);
            }

            @Override
            public void write(WriteContext context, ContentMetadata metadata) throws IOException {
                var out = context.getWriter();
                out.writeInt64(1, metadata.lifespan);
                out.writeInt64(2, metadata.maxIdle);
                out.writeInt64(3, metadata.number);
                out.writeUInt32(4, metadata.flags);
                out.writeString(5, metadata.contentType);
            }
        }
    }
}
