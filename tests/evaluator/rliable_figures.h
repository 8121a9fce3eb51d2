// Printed by rliable_figures.py with rliable 1.2.0.
#pragma once

#include <vector>

namespace novphy::rliable {

inline const std::vector<double> kSmallIqm{0.53835978835978837, 0.34964726631393295, 0.71704144620811283};
inline const std::vector<double> kSmallProfile{
    1, 0.8666666666666667, 0.73333333333333328, 0.53333333333333333, 0.20000000000000001, 0};
inline const std::vector<double> kSmallProfileLow{
    1, 0.66666666666666663, 0.53333333333333333, 0.26666666666666666, 0, 0};
inline const std::vector<double> kSmallProfileHigh{
    1, 1, 0.93333333333333335, 0.80000000000000004, 0.40000000000000002, 0};
inline const std::vector<double> kWideIqm{0.50076312576312576, 0.40514346764346765, 0.59859584859584847};
inline const std::vector<double> kWideProfile{1, 0.90384615384615385, 0.75, 0.5, 0.19230769230769232, 0};
inline const std::vector<double> kWideProfileLow{
    1, 0.82692307692307687, 0.63461538461538458, 0.38461538461538464, 0.096153846153846159, 0};
inline const std::vector<double> kWideProfileHigh{
    1, 0.96153846153846156, 0.84615384615384615, 0.61538461538461542, 0.28846153846153844, 0};
inline const std::vector<double> kWelch{-0.34999999999999998, -0.87562689297650631, 0.17562689297650635,
                                        0.14017168923251838};
inline const std::vector<double> kStudent{0.049999999999999989, -0.47861939905182121, 0.57861939905182136,
                                          0.80581992938453406};

}  // namespace novphy::rliable
