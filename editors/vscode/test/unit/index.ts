import "./find";
import "./manifest";
import "./marks";
import "./summary";
import "./trace";
