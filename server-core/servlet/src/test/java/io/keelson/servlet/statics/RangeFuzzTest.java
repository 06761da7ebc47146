package io.keelson.servlet.statics;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.servlet.field.AcceptEncoding;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Every range that is served lies within the file, and there are few of them. */
class RangeFuzzTest {
    private static final long[] LENGTHS = {0, 1, 2, 1000, 1L << 40, Long.MAX_VALUE / 64};

    @DictionaryFile(resourcePath = "range.dict")
    @FuzzTest
    void ranges(byte[] bytes) {
        String field = new String(bytes, StandardCharsets.ISO_8859_1);
        assertThat(AcceptEncoding.of(field).quality("gzip")).isBetween(0, 1000);
        for (long length : LENGTHS) {
            List<ByteRange> ranges = ByteRange.parse(field, length);
            if (ranges == null) {
                continue;
            }
            assertThat(ranges.size()).isLessThanOrEqualTo(ByteRange.MOST);
            long sum = 0;
            for (ByteRange range : ranges) {
                assertThat(range.first()).isBetween(0L, range.last());
                assertThat(range.last()).isLessThan(length);
                assertThat(range.contentRange(length)).matches("bytes \\d+-\\d+/\\d+");
                sum += range.count();
            }
            assertThat(sum).isBetween(0L, length);
        }
    }
}
