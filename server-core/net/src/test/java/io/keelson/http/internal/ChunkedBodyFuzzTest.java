package io.keelson.http.internal;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes behind the head of a request with a chunked body. */
class ChunkedBodyFuzzTest {
    private static final byte[] HEAD =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    @DictionaryFile(resourcePath = "http.dict")
    @FuzzTest
    void chunks(byte[] bytes) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(HEAD);
        all.writeBytes(bytes);
        ConnectionOracle.check(all.toByteArray());
    }
}
